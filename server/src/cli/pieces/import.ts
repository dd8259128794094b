import { readFileSync } from 'node:fs'
import { inTransaction } from '#db/database.ts'
import { parsePieceFile } from '#workflows/pieces/piece-file.ts'
import { InvalidPiece, PieceConflict, PieceNotConfirmed } from '#workflows/pieces/pieces.ts'
import { savePieceFile } from '#workflows/pieces/save-piece-file.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { printable } from '../terminal/align.ts'
import { exitCodes, Failure } from '../terminal/failure.ts'
import { faultLines } from '../workflows/refusal.ts'

const STDIN = 0

export default command({
  about:
    'Saves the piece with the key in the file, or makes its content a new version, which guests get at once wherever the piece is used. Refused if that would break a live workflow, or change transactional e-mails unless you pass --confirm-transactional.',
  examples: ['npx millrace pieces import footer.json'],
  argument: { name: 'FILE', about: 'a file from `pieces export`, or - for stdin' },
  options: {
    confirmTransactional: {
      about: 'transactional e-mails with the piece stay about what guests asked for',
    },
    ...organisationOption,
  },
  environment: databaseVariables,
  async run({ values, argument, json }, context) {
    const { terminal } = context
    const parsed = parsePieceFile(textOf(argument))
    if ('fault' in parsed) throw new Failure(`${argument} cannot be used: ${printable(parsed.fault)}`)
    const { piece, result } = await orFail(
      withDatabase(context, ({ engine }) =>
        inTransaction(engine, async tx => {
          const { id } = await chooseOrganisation(tx, values.organisation)
          return savePieceFile(tx, id, parsed.file, {
            actor: 'cli',
            confirm_transactional: values.confirmTransactional === true,
          })
        }),
      ),
    )
    const { key, name, version } = piece
    if (json) terminal.json({ key, name, version, result })
    else {
      const said = { created: 'Saved', changed: 'Changed', unchanged: 'Already up to date' }[result]
      terminal.say(`${said}: "${printable(name)}" (${key}), version ${version}.`)
    }
    return exitCodes.ok
  },
})

function textOf(path: string): string {
  try {
    return readFileSync(path === '-' ? STDIN : path, 'utf8')
  } catch (error) {
    throw new Failure(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

/** What the rules of pieces refuse becomes a sentence. */
async function orFail<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof InvalidPiece)
      throw new Failure(['The piece cannot be saved:', ...faultLines(error.faults)].join('\n  '))
    if (error instanceof PieceNotConfirmed)
      throw new Failure(`${printable(error.message)} Pass --confirm-transactional to do so.`)
    throw error instanceof PieceConflict ? new Failure(printable(error.message)) : error
  }
}
