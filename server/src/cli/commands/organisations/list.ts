import { listOrganisations } from '#organisations/list-organisations.ts'
import { alignTable, printable } from '../../align.ts'
import { command } from '../../command.ts'
import { databaseVariables } from '../../environment.ts'
import { exitCodes } from '../../failure.ts'
import { withDatabase } from '../../with-database.ts'

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
        'There is none yet. Create one with: npx millrace organisations create --name NAME',
      )
    } else {
      const rows = organisations.map(({ id, name }) => [id, printable(name)])
      for (const line of alignTable(['ID', 'NAME'], rows)) context.terminal.out(line)
    }
    return exitCodes.ok
  },
})
