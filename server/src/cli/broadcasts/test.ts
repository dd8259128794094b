import { createChannels } from '#channels/channels.ts'
import { loadSecrets } from '#config/secrets.ts'
import { type Database, inTenant } from '#db/database.ts'
import { findMemberByEmail } from '#members/members.ts'
import { sendTestMail } from '#organisations/settings/send-test.ts'
import { createSealer } from '#secrets/sealer.ts'
import { type Tester, testMails } from '#triggers/test-mails.ts'
import { command } from '../command/command.ts'
import { addressVariables, databaseVariables, outgoingVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { readDocument } from '../simulate/read-document.ts'
import { exitCodes, Failure } from '../terminal/failure.ts'
import { orRefuse } from '../workflows/refusal.ts'
import { simulationParts } from '../workflows/simulation-parts.ts'

export default command({
  about:
    'Sends the e-mails of a broadcast to a member, as a guest in its segment would get them. Waits are skipped, and nothing else is done.',
  examples: ["npx millrace broadcasts test 'Menu change' --to ada@example.com"],
  argument: { name: 'WORKFLOW', about: 'the id or the name of the workflow, for its draft' },
  options: {
    to: { value: 'ADDRESS', required: true, about: 'the e-mail address of a member' },
    ...organisationOption,
  },
  environment: [...databaseVariables, ...addressVariables, 'MILLRACE_SECRET', ...outgoingVariables],
  async run({ values, argument, json }, context) {
    const { config, terminal } = context
    const sent = await withDatabase(context, async database => {
      const { engine } = database
      const sealer = createSealer((await loadSecrets(config)).master)
      const { id: organisationId } = await chooseOrganisation(engine, values.organisation)
      const tester = await findTester(database, organisationId, values.to)
      const workflow = await readDocument(engine, organisationId, argument, undefined)
      const asked = { organisationId, workflow }
      const mails = await orRefuse(() => testMails(engine, simulationParts(context), asked, tester))
      const channels = createChannels({
        allowPrivate: config.allowedPrivateAddresses,
        extraPorts: config.allowedPorts,
      })
      try {
        for (const mail of mails) {
          const parts = { sql: engine, channels, sealer }
          const outcome = await sendTestMail(parts, organisationId, tester.email, mail)
          if (outcome.kind !== 'delivered') throw new Failure(outcome.message)
        }
      } finally {
        channels.close()
      }
      return mails.length
    })
    if (json) terminal.json({ sent })
    else terminal.say(`${sent} ${sent === 1 ? 'e-mail was' : 'e-mails were'} sent to ${values.to}.`)
    return exitCodes.ok
  },
})

/** A test is for those who work on it: it is no way to write to anyone else. */
async function findTester(database: Database, organisationId: string, to: string): Promise<Tester> {
  const member = await inTenant(database, organisationId, tx => findMemberByEmail(tx, to.toLowerCase()))
  if (member === undefined) throw new Failure(`${to} is not a member of this organisation.`)
  return member
}
