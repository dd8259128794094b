import { listPieces } from '#workflows/pieces/pieces.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { alignTable, printable } from '../terminal/align.ts'
import { exitCodes } from '../terminal/failure.ts'

export default command({
  about: 'By name, with the version that guests get and the workflows that use it.',
  examples: ['npx millrace pieces list', 'npx millrace pieces list --json'],
  options: { ...organisationOption },
  environment: databaseVariables,
  async run({ values, json }, context) {
    const { terminal } = context
    const pieces = await withDatabase(context, async ({ engine }) => {
      const { id } = await chooseOrganisation(engine, values.organisation)
      return listPieces(engine, id)
    })
    if (json) terminal.json({ pieces })
    else if (pieces.length === 0) terminal.say('No saved pieces yet. Save one in the e-mail editor.')
    else {
      const rows = pieces.map(({ key, name, kind, version, used_in }) => [
        key,
        printable(name),
        kind,
        String(version),
        printable(used_in.map(({ workflow_name }) => workflow_name).join(', ')),
      ])
      for (const line of alignTable(['KEY', 'NAME', 'KIND', 'VERSION', 'USED IN'], rows)) terminal.out(line)
    }
    return exitCodes.ok
  },
})
