import { writeFileSync } from 'node:fs'
import { writePieceFile } from '#workflows/pieces/piece-file.ts'
import { readPiece } from '#workflows/pieces/pieces.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { exitCodes, Failure } from '../terminal/failure.ts'

export default command({
  about: 'Writes the newest version to a file that you can keep in git and bring back with `pieces import`.',
  examples: [
    'npx millrace pieces export footer > footer.json',
    'npx millrace pieces export footer --file footer.json',
  ],
  argument: { name: 'KEY', about: 'the key of the piece, as `pieces list` shows it' },
  options: {
    file: { value: 'FILE', about: 'the file to write (default: stdout)' },
    ...organisationOption,
  },
  environment: databaseVariables,
  async run({ values, argument, json }, context) {
    const { terminal } = context
    const piece = await withDatabase(context, async ({ engine }) => {
      const { id } = await chooseOrganisation(engine, values.organisation)
      return readPiece(engine, id, argument)
    })
    if (piece === undefined)
      throw new Failure(`There is no saved piece "${argument}". List them with: npx millrace pieces list`)
    const text = writePieceFile(piece)
    if (values.file === undefined) terminal.out(text.trimEnd())
    else {
      write(values.file, text)
      if (json) terminal.json({ key: piece.key, version: piece.version, file: values.file })
      else terminal.say(`Wrote ${values.file}.`)
    }
    return exitCodes.ok
  },
})

function write(path: string, text: string): void {
  try {
    writeFileSync(path, text)
  } catch (error) {
    throw new Failure(`${path} cannot be written (${(error as NodeJS.ErrnoException).code}).`)
  }
}
