import { listDueDays } from '#dashboard/workflows/list-due-days.ts'
import { leftOutInWords } from '../broadcasts/list.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { alignTable, printable } from '../terminal/align.ts'
import { exitCodes } from '../terminal/failure.ts'
import { chooseWorkflow } from './choose-workflow.ts'

export default command({
  about:
    'For a workflow that a date, an absence or a segment starts: the last sixty days on which guests were due, how many of them started, and why others did not.',
  examples: ["npx millrace workflows due 'Birthday'"],
  argument: { name: 'WORKFLOW', about: 'the id or the name of the workflow' },
  options: { ...organisationOption },
  environment: databaseVariables,
  async run({ values, argument, json }, context) {
    const { terminal } = context
    const { data } = await withDatabase(context, async ({ engine }) => {
      const { id } = await chooseOrganisation(engine, values.organisation)
      const workflow = await chooseWorkflow(engine, id, argument)
      return listDueDays(engine, id, workflow.id)
    })
    if (json) terminal.json({ days: data })
    else if (data.length === 0) terminal.say('Nobody was due yet.')
    else for (const line of alignTable(HEADING, data.map(row))) terminal.out(line)
    return exitCodes.ok
  },
})

const HEADING = ['DAY', 'CLOCK', 'CONSIDERED', 'STARTED', 'MISSED', 'LEFT OUT']

type Day = Awaited<ReturnType<typeof listDueDays>>['data'][number]

const row = ({ day, time_zone, considered, started, missed, missed_because, skipped }: Day) => [
  day,
  time_zone,
  String(considered),
  String(started),
  missed_because === null ? String(missed) : `${missed} (${missed_because.replaceAll('_', ' ')})`,
  printable(leftOutInWords(skipped) || '-'),
]
