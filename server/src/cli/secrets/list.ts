import { listNamedSecrets } from '#organisations/named-secrets.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { alignTable, printable } from '../terminal/align.ts'
import { exitCodes } from '../terminal/failure.ts'

export default command({
  about: 'Lists the secrets that webhooks can name, without their values.',
  examples: ['npx millrace secrets list', 'npx millrace secrets list --json'],
  options: { ...organisationOption },
  environment: databaseVariables,
  async run({ values, json }, context) {
    const { terminal } = context
    const secrets = await withDatabase(context, async ({ engine }) =>
      listNamedSecrets(engine, (await chooseOrganisation(engine, values.organisation)).id),
    )
    if (json) terminal.json({ secrets })
    else if (secrets.length === 0)
      terminal.say('No secrets yet. Save one with: npx millrace secrets set NAME --host HOST')
    else {
      const rows = secrets.map(({ name, host, saved_by, updated_at }) => [
        name,
        host,
        printable(saved_by),
        updated_at,
      ])
      for (const line of alignTable(['NAME', 'HOST', 'SAVED BY', 'SAVED'], rows)) terminal.out(line)
    }
    return exitCodes.ok
  },
})
