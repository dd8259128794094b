import { inTransaction } from '#db/database.ts'
import { changeSegment } from '#workflows/segments/segments.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { readJsonFile } from '../command/read-json-file.ts'
import { organisationOption } from '../command/shared-options.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { exitCodes, wrongUsage } from '../terminal/failure.ts'
import { chooseSegment } from './choose-segment.ts'
import { orFail } from './or-fail.ts'
import { segmentLines } from './segment-lines.ts'

export default command({
  about: 'What is not given stays. After a change of the condition, its guests are counted again.',
  examples: ["npx millrace segments change Regulars --name 'Leeds regulars' --condition leeds.json"],
  argument: { name: 'SEGMENT', about: 'the id or the name of the segment' },
  options: {
    name: { value: 'NAME', about: 'another name' },
    condition: { value: 'FILE', about: 'a file with another condition as JSON, or - for stdin' },
    description: { value: 'TEXT', about: 'what it is for' },
    ...organisationOption,
  },
  environment: databaseVariables,
  async run({ values, argument, json }, context) {
    const { terminal } = context
    const { name, description, condition: file, organisation } = values
    if (name === undefined && description === undefined && file === undefined)
      throw wrongUsage('Say what changes: --name, --description or --condition.')
    const change = {
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
      ...(file === undefined ? {} : { condition: readJsonFile(file) }),
    }
    const segment = await orFail(
      withDatabase(context, async ({ engine }) => {
        const { id: organisationId } = await chooseOrganisation(engine, organisation)
        return inTransaction(engine, async tx => {
          const { id: segmentId } = await chooseSegment(tx, organisationId, argument)
          await changeSegment(tx, { organisationId, segmentId }, change, 'cli')
          return chooseSegment(tx, organisationId, segmentId)
        })
      }),
    )
    if (json) terminal.json({ segment })
    else for (const line of segmentLines(segment)) terminal.out(line)
    return exitCodes.ok
  },
})
