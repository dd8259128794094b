import type { WorkflowRun } from '@millrace/contract/run'
import { listSteps, type StepRow } from '#runs/read/list-steps.ts'
import { findWorkflow } from '#workflows/find-workflow.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { alignPairs, printable } from '../terminal/align.ts'
import { exitCodes } from '../terminal/failure.ts'
import { lengthInWords } from '../terminal/length-in-words.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { drawSteps, second, type Timeline } from './draw-steps.ts'
import { findIn, statusInWords } from './find-in.ts'

export default command({
  about:
    'Shows each step with its times, drawn on a timeline, its result or the reason it was skipped, and the current step of the run.',
  examples: [
    'npx millrace runs trace 0192c8a0-0000-7000-8000-000000000301',
    'npx millrace runs trace 0192c8a0-0000-7000-8000-000000000301 --json',
  ],
  argument: { name: 'RUN', about: 'the id of the run' },
  options: { ...organisationOption },
  environment: databaseVariables,
  async run({ values, argument, json }, context) {
    const { terminal } = context
    const { run, steps, name } = await withDatabase(context, async ({ engine }) => {
      const { id } = await chooseOrganisation(engine, values.organisation)
      const found = await findIn(engine, id, argument)
      const workflow = await findWorkflow(engine, id, found.workflow_id)
      return { run: found, steps: await listSteps(engine, id, found.id), name: workflow?.name ?? '' }
    })
    if (json) terminal.json({ run, steps })
    else print(run, steps, name, terminal)
    return exitCodes.ok
  },
})

function print(run: WorkflowRun, steps: readonly StepRow[], name: string, terminal: Terminal): void {
  const pairs = alignPairs([
    ['Run', run.id],
    ['Workflow', printable(`${name}, version ${run.workflow_version}`)],
    ['Guest', run.org_reg_id],
    ['Triggered by', run.event_id === null ? run.trigger : `${run.trigger} ${run.event_id}`],
    ['Status', statusInWords(run)],
    ['Created', second(run.created_at)],
    ...(run.finished_at === null ? [] : [['Took', took(run.created_at, run.finished_at)] as const]),
    ...(run.outcome_reason === null ? [] : [['Reason', printable(run.outcome_reason)] as const]),
    ...(run.error === null ? [] : [['Error', printable(String(run.error.message))] as const]),
    ...(run.resumes_at === null ? [] : [['Resumes', second(run.resumes_at)] as const]),
  ])
  const drawn = drawSteps(steps, terminal.paintOut, timelineOf(run, steps, terminal.columns))
  for (const line of [...pairs, '', ...drawn]) terminal.out(line)
}

/** From the beginning of the run to its end, or to now. This machine's clock may be behind the database's. */
function timelineOf(run: WorkflowRun, steps: readonly StepRow[], columns: number): Timeline {
  const times = steps.flatMap(({ started_at, finished_at }) => [started_at, finished_at ?? started_at])
  const last = Math.max(...[run.created_at, ...times].map(time => Date.parse(time)))
  const to = run.finished_at === null ? Math.max(last, Date.now()) : last
  return { from: Date.parse(run.created_at), to, columns }
}

const took = (from: string, to: string) => lengthInWords(Date.parse(to) - Date.parse(from))
