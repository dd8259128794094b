import { newId } from '#base/ids.ts'
import { inTransaction } from '#db/database.ts'
import { recordAudit } from '#organisations/audit.ts'
import { createOrganisation } from '#organisations/create-organisation.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { requireName } from '../command/require-name.ts'
import { withDatabase } from '../database/with-database.ts'
import { printable } from '../terminal/align.ts'
import { exitCodes } from '../terminal/failure.ts'

export default command({
  about:
    'An organisation has venues, guests, workflows and API keys of its own, and sees nothing of any other. The demo\n' +
    'organisation is there from the first start, except in production.',
  examples: ["npx millrace organisations create --name 'Harbour & Vine'"],
  options: { name: { type: 'string', value: 'NAME', about: 'What people call it' } },
  environment: databaseVariables,
  async run({ values, json }, context) {
    const organisation = { id: newId(), name: requireName(values.name) }
    await withDatabase(context, database =>
      inTransaction(database.engine, async tx => {
        await createOrganisation(tx, organisation)
        const { id, name } = organisation
        await recordAudit(tx, id, {
          actor: 'cli',
          action: 'organisation.created',
          subject: id,
          detail: { name },
        })
      }),
    )
    if (json) {
      context.terminal.json(organisation)
      return exitCodes.ok
    }
    context.terminal.out(`${organisation.id}  ${printable(organisation.name)}`)
    context.terminal.say(
      `Next, a key for it: npx millrace keys create --organisation ${organisation.id} --name NAME`,
    )
    return exitCodes.ok
  },
})
