import { inTransaction } from '#db/database.ts'
import { previewSegment } from '#workflows/segments/segments.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { readJsonFile } from '../command/read-json-file.ts'
import { organisationOption } from '../command/shared-options.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { printable } from '../terminal/align.ts'
import { exitCodes } from '../terminal/failure.ts'
import { orFail } from './or-fail.ts'

export default command({
  about: 'For how many guests a condition holds now, and up to ten of them. Nothing is stored.',
  examples: ['npx millrace segments preview regulars.json'],
  argument: { name: 'FILE', about: 'a file with the condition as JSON, or - for stdin' },
  options: { ...organisationOption },
  environment: databaseVariables,
  async run({ values, argument, json }, context) {
    const { terminal } = context
    const condition = readJsonFile(argument)
    const preview = await orFail(
      withDatabase(context, async ({ engine }) => {
        const { id } = await chooseOrganisation(engine, values.organisation)
        return inTransaction(engine, tx => previewSegment(tx, id, condition))
      }),
    )
    const { members, sentence, sample } = preview
    if (json) terminal.json(preview)
    else {
      terminal.say(`${members} ${members === 1 ? 'guest matches' : 'guests match'}: ${printable(sentence)}.`)
      for (const { id, name } of sample)
        terminal.out(`${id}  ${name === null ? '' : printable(name)}`.trimEnd())
    }
    return exitCodes.ok
  },
})
