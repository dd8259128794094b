import type { WorkflowRun } from '@millrace/contract/run'
import { listSteps, type StepRow } from '#runs/list-steps.ts'
import { findWorkflow } from '#workflows/find-workflow.ts'
import { alignPairs, printable } from '../../align.ts'
import { chooseOrganisation } from '../../choose-organisation.ts'
import { command } from '../../command.ts'
import { drawSteps, lengthInWords, second } from '../../draw-steps.ts'
import { databaseVariables } from '../../environment.ts'
import { exitCodes } from '../../failure.ts'
import type { Terminal } from '../../terminal.ts'
import { withDatabase } from '../../with-database.ts'
import { findIn, statusInWords } from './find-in.ts'

export default command({
  about: 'Every step that it took, with its times, what it did or why it did not, and where it stands.',
  examples: [
    'npx millrace runs trace 0192c8a0-0000-7000-8000-000000000301',
    'npx millrace runs trace 0192c8a0-0000-7000-8000-000000000301 --json',
  ],
  argument: { name: 'RUN', about: 'Its id' },
  options: {
    organisation: { type: 'string', value: 'ID', about: 'Whose. Default: the only organisation there is' },
  },
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
    else tell(run, steps, name, terminal)
    return exitCodes.ok
  },
})

function tell(run: WorkflowRun, steps: readonly StepRow[], name: string, terminal: Terminal): void {
  const pairs = alignPairs([
    ['Run', run.id],
    ['Workflow', printable(`${name}, version ${run.workflow_version}`)],
    ['Guest', run.org_reg_id],
    ['Started by', run.event_id === null ? run.trigger : `${run.trigger} ${run.event_id}`],
    ['Status', statusInWords(run)],
    ['Created', second(run.created_at)],
    ...(run.finished_at === null ? [] : [['Took', took(run.created_at, run.finished_at)] as const]),
    ...(run.outcome_reason === null ? [] : [['Reason', printable(run.outcome_reason)] as const]),
    ...(run.error === null ? [] : [['Error', printable(String(run.error.message))] as const]),
    ...(run.resumes_at === null ? [] : [['Goes on', second(run.resumes_at)] as const]),
  ])
  for (const line of [...pairs, '', ...drawSteps(steps, terminal.paintOut)]) terminal.out(line)
}

const took = (from: string, to: string) => lengthInWords(Date.parse(to) - Date.parse(from))
