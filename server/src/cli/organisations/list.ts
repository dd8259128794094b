import { listOrganisations } from '#organisations/list-organisations.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { withDatabase } from '../database/with-database.ts'
import { alignTable, printable } from '../terminal/align.ts'
import { exitCodes } from '../terminal/failure.ts'

export default command({
  about: 'Oldest first.',
  examples: ['npx millrace organisations list', 'npx millrace organisations list --json'],
  options: {},
  environment: databaseVariables,
  async run({ json }, context) {
    const organisations = await withDatabase(context, database => listOrganisations(database.engine))
    if (json) context.terminal.json({ organisations })
    else if (organisations.length === 0) {
      context.terminal.say(
        'No organisations yet. Create one with: npx millrace organisations create --name NAME',
      )
    } else {
      const rows = organisations.map(({ id, name }) => [id, printable(name)])
      for (const line of alignTable(['ID', 'NAME'], rows)) context.terminal.out(line)
    }
    return exitCodes.ok
  },
})
