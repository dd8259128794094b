import { inTransaction } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import { setupLink } from '#members/secret.ts'
import { createSetupLink, hasMembers } from '#members/setup-link.ts'
import { listOrganisations } from '#organisations/list-organisations.ts'
import { command } from '../command/command.ts'
import { addressVariables, databaseVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { withDatabase } from '../database/with-database.ts'
import { choose } from '../organisations/choose-organisation.ts'
import { knownAddresses } from '../server/addresses.ts'
import { livingServerRecord } from '../server/server-record.ts'
import { printable } from '../terminal/align.ts'
import { exitCodes, Failure } from '../terminal/failure.ts'

export default command({
  about:
    'The person who opens the link chooses a password and becomes the owner of an organisation without members, or of a new organisation if there is none. The link works once and expires after a day. `serve` prints one while there are no members.',
  examples: ['npx millrace setup-link', 'npx millrace setup-link --organisation ID'],
  options: { ...organisationOption },
  environment: [...databaseVariables, ...addressVariables],
  async run({ values, json }, context) {
    const { config, env, terminal } = context
    const token = await withDatabase(context, database =>
      inTransaction(database.engine, async tx =>
        createSetupLink(tx, await chooseEmpty(tx, values.organisation)),
      ),
    )
    const { base_url } = knownAddresses(config, env, livingServerRecord(config.dataDir))
    const link = setupLink(base_url, token)
    if (json) terminal.json({ link })
    else {
      terminal.out(link)
      terminal.say('The link works once and expires after a day.')
    }
    return exitCodes.ok
  },
})

/** null where there is no organisation: it is created with its first member. */
async function chooseEmpty(tx: Sql, asked: string | undefined): Promise<string | null> {
  const organisations = await listOrganisations(tx)
  if (organisations.length === 0 && asked === undefined) return null
  const { id, name } = choose(organisations, asked)
  if (await hasMembers(tx, id)) {
    throw new Failure(
      `${printable(name)} already has members. Invite another with: npx millrace members invite --email ADDRESS`,
    )
  }
  return id
}
