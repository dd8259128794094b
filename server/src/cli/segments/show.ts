import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { exitCodes } from '../terminal/failure.ts'
import { chooseSegment } from './choose-segment.ts'
import { segmentLines } from './segment-lines.ts'

export default command({
  about: 'Its condition in words, how many guests are in it, and what uses it.',
  examples: ['npx millrace segments show Regulars', 'npx millrace segments show Regulars --json'],
  argument: { name: 'SEGMENT', about: 'the id or the name of the segment' },
  options: { ...organisationOption },
  environment: databaseVariables,
  async run({ values, argument, json }, context) {
    const { terminal } = context
    const segment = await withDatabase(context, async ({ engine }) => {
      const { id } = await chooseOrganisation(engine, values.organisation)
      return chooseSegment(engine, id, argument)
    })
    if (json) terminal.json({ segment })
    else for (const line of segmentLines(segment)) terminal.out(line)
    return exitCodes.ok
  },
})
