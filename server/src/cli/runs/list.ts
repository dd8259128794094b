import { type RunStatus, RunStatus as statuses, type WorkflowRun } from '@millrace/contract/run'
import { storedId } from '#base/ids.ts'
import { listRuns } from '#runs/list-runs.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { alignTable, printable } from '../terminal/align.ts'
import { exitCodes, wrongUsage } from '../terminal/failure.ts'
import { chooseWorkflow } from '../workflows/choose-workflow.ts'
import { second } from './draw-steps.ts'
import { statusInWords } from './find-in.ts'

export default command({
  about: 'Newest first, with where each one stands and what it waits for.',
  examples: [
    "npx millrace runs list 'Points for every visit'",
    'npx millrace runs list 0192c8a0-0000-7000-8000-000000000201 --status failed --json',
  ],
  argument: { name: 'WORKFLOW', about: 'Its id, or its name' },
  options: {
    status: { type: 'string', value: 'STATUS', about: 'Only those, as waiting or failed' },
    guest: { type: 'string', value: 'ID', about: 'Only those of this guest' },
    limit: { type: 'string', value: 'N', about: 'How many, up to 1000. Default: 50' },
    organisation: { type: 'string', value: 'ID', about: 'Whose. Default: the only organisation there is' },
  },
  environment: databaseVariables,
  async run({ values, argument, json }, context) {
    const { terminal } = context
    const filter = {
      status: readStatus(values.status),
      guestId: readGuest(values.guest),
      limit: readLimit(values.limit),
    }
    const runs = await withDatabase(context, async ({ engine }) => {
      const { id } = await chooseOrganisation(engine, values.organisation)
      const workflow = await chooseWorkflow(engine, id, argument)
      return listRuns(engine, id, { ...filter, workflowId: workflow.id })
    })
    if (json) terminal.json({ runs })
    else if (runs.length === 0) terminal.say('There is none.')
    else for (const line of alignTable(HEADING, runs.map(row))) terminal.out(line)
    return exitCodes.ok
  },
})

const HEADING = ['ID', 'STATUS', 'GUEST', 'STARTED BY', 'AT NODE', 'CREATED', 'REMARK']

const row = (run: WorkflowRun) => [
  run.id,
  statusInWords(run),
  run.org_reg_id,
  run.trigger,
  run.current_node_id ?? '-',
  second(run.created_at),
  printable(remark(run)),
]

function remark({ resumes_at, error, outcome_reason }: WorkflowRun): string {
  if (error !== null) return String(error.message)
  return outcome_reason ?? (resumes_at === null ? '' : `until ${second(resumes_at)}`)
}

function readStatus(text: string | undefined): RunStatus | undefined {
  const known = (statuses as unknown as { enum: readonly RunStatus[] }).enum
  const found = known.find(status => status === text)
  if (text === undefined || found !== undefined) return found
  throw wrongUsage(`--status is "${text}"; give one of ${known.join(', ')}.`)
}

function readGuest(text: string | undefined): string | undefined {
  const id = text === undefined ? undefined : storedId(text)
  if (text === undefined || id !== undefined) return id
  throw wrongUsage(`--guest is "${text}"; give the id of a guest.`)
}

function readLimit(text = '50'): number {
  if (/^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= 1_000) return Number(text)
  throw wrongUsage(`--limit is "${text}"; give a number from 1 to 1000.`)
}
