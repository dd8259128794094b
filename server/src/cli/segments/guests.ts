import { listMembers } from '#workflows/segments/members.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { wholeNumber } from '../command/values.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { alignTable, printable } from '../terminal/align.ts'
import { exitCodes } from '../terminal/failure.ts'
import { chooseSegment } from './choose-segment.ts'

export default command({
  about: 'The guests in a segment, each with when they entered.',
  examples: ['npx millrace segments guests Regulars --limit 20'],
  argument: { name: 'SEGMENT', about: 'the id or the name of the segment' },
  options: {
    limit: { value: 'N', parse: wholeNumber(1, 10_000), about: 'how many (default: 100)' },
    ...organisationOption,
  },
  environment: databaseVariables,
  async run({ values, argument, json }, context) {
    const { terminal } = context
    const guests = await withDatabase(context, async ({ engine }) => {
      const { id: organisationId } = await chooseOrganisation(engine, values.organisation)
      const { id: segmentId } = await chooseSegment(engine, organisationId, argument)
      return listMembers(
        engine,
        { organisationId, segmentId },
        { after: undefined, limit: values.limit ?? 100 },
      )
    })
    if (json) terminal.json({ guests })
    else if (guests.length === 0) terminal.say('Nobody is in it.')
    else for (const line of alignTable(HEADING, guests.map(row))) terminal.out(line)
    return exitCodes.ok
  },
})

const HEADING = ['ID', 'NAME', 'ENTERED']

const row = ({ id, name, entered_at }: Awaited<ReturnType<typeof listMembers>>[number]) => [
  id,
  name === null ? '-' : printable(name),
  entered_at.toISOString(),
]
