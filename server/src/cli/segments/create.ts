import { inTransaction } from '#db/database.ts'
import { createSegment } from '#workflows/segments/segments.ts'
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
  about: 'The server counts its guests in the background; `segments show` says how many there are.',
  examples: ['npx millrace segments create Regulars --condition regulars.json'],
  argument: { name: 'NAME', about: 'what it is called' },
  options: {
    condition: { value: 'FILE', about: 'a file with the condition as JSON, or - for stdin', required: true },
    description: { value: 'TEXT', about: 'what it is for' },
    ...organisationOption,
  },
  environment: databaseVariables,
  async run({ values, argument: name, json }, context) {
    const { terminal } = context
    const condition = readJsonFile(values.condition)
    const segment = await orFail(
      withDatabase(context, async ({ engine }) => {
        const { id } = await chooseOrganisation(engine, values.organisation)
        const { description } = values
        return inTransaction(engine, tx => createSegment(tx, id, { name, description, condition }, 'cli'))
      }),
    )
    if (json) terminal.json({ segment })
    else terminal.out(`${segment.id}  ${printable(segment.name)}`)
    return exitCodes.ok
  },
})
