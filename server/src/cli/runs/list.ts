import { type RunStatus, RunStatus as statuses, type WorkflowRun } from '@millrace/contract/run'
import { InvalidArgumentError } from 'commander'
import { storedId } from '#base/ids.ts'
import { listRuns } from '#runs/read/list-runs.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { wholeNumber } from '../command/values.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { alignTable, printable } from '../terminal/align.ts'
import { exitCodes } from '../terminal/failure.ts'
import { chooseWorkflow } from '../workflows/choose-workflow.ts'
import { second } from './draw-steps.ts'
import { statusInWords } from './find-in.ts'

const STATUSES = (statuses as unknown as { enum: readonly RunStatus[] }).enum

export default command({
  about: 'Newest first, with the current step of each run and what it is waiting for.',
  examples: [
    "npx millrace runs list 'Points for every visit'",
    'npx millrace runs list 0192c8a0-0000-7000-8000-000000000201 --status failed --json',
  ],
  argument: { name: 'WORKFLOW', about: 'the id or the name of the workflow' },
  options: {
    status: { value: 'STATUS', choices: STATUSES, multiple: true, about: 'only runs with this status' },
    guest: { value: 'ID', parse: guestId, about: 'only runs of this guest' },
    limit: { value: 'N', usual: '50', parse: wholeNumber(1, 1_000), about: 'how many' },
    ...organisationOption,
  },
  environment: databaseVariables,
  async run({ values, argument, json }, context) {
    const { terminal } = context
    const filter = { statuses: values.status, guestId: values.guest, limit: values.limit }
    const runs = await withDatabase(context, async ({ engine }) => {
      const { id } = await chooseOrganisation(engine, values.organisation)
      const workflow = await chooseWorkflow(engine, id, argument)
      return listRuns(engine, id, { ...filter, workflowId: workflow.id })
    })
    if (json) terminal.json({ runs })
    else if (runs.length === 0) terminal.say('No runs found.')
    else for (const line of alignTable(HEADING, runs.map(row))) terminal.out(line)
    return exitCodes.ok
  },
})

const HEADING = ['ID', 'STATUS', 'GUEST', 'TRIGGERED BY', 'STEP', 'CREATED', 'NOTE']

const row = (run: WorkflowRun) => [
  run.id,
  statusInWords(run),
  run.org_reg_id,
  run.trigger,
  run.current_node_id ?? '-',
  second(run.created_at),
  printable(note(run)),
]

function note({ resumes_at, error, outcome_reason }: WorkflowRun): string {
  if (error !== null) return String(error.message)
  return outcome_reason ?? (resumes_at === null ? '' : `until ${second(resumes_at)}`)
}

function guestId(text: string): string {
  const id = storedId(text)
  if (id !== undefined) return id
  throw new InvalidArgumentError('Give the id of a guest.')
}
