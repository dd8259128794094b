import type { ComparisonProgress, ComparisonResult, Job } from '@millrace/contract/job'
import { inTransaction } from '#db/database.ts'
import { startComparison } from '#jobs/comparison/start-comparison.ts'
import { listJobs } from '#jobs/jobs.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { wholeNumber } from '../command/values.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { exitCodes } from '../terminal/failure.ts'
import { chooseWorkflow } from './choose-workflow.ts'
import { orRefuse } from './refusal.ts'

export default command({
  about:
    'Counts what the draft would have done with the events of the last days, or with the guests who were due, beside the live version. Nothing is sent. The server does it in the background; --status says how far it is and what it found.',
  examples: [
    "npx millrace workflows compare 'Birthday' --days 30",
    "npx millrace workflows compare 'Birthday' --status",
  ],
  argument: { name: 'WORKFLOW', about: 'the id or the name of the workflow' },
  options: {
    days: { value: 'N', usual: '7', parse: wholeNumber(1, 365), about: 'over how many days' },
    status: { about: 'say what came of the last one' },
    ...organisationOption,
  },
  environment: databaseVariables,
  async run({ values, argument, json }, context) {
    const { terminal } = context
    const { days, status } = values
    const job = await withDatabase(context, ({ engine }) =>
      orRefuse(() =>
        inTransaction(engine, async tx => {
          const { id: organisationId } = await chooseOrganisation(tx, values.organisation)
          const { id: workflowId } = await chooseWorkflow(tx, organisationId, argument)
          if (!status) return startComparison(tx, { organisationId, workflowId, days, actor: 'cli' })
          const jobs = await listJobs(tx, organisationId, { workflowId, limit: 100 })
          return jobs.find(({ kind }) => kind === 'comparison')
        }),
      ),
    )
    if (json) terminal.json({ job: job ?? null })
    else for (const line of inWords(job)) terminal.out(line)
    return exitCodes.ok
  },
})

function inWords(job: Job | undefined): string[] {
  if (job === undefined) return ['Nothing has been compared yet.']
  const { events, total } = job.progress as ComparisonProgress
  if (job.status === 'running') return [`Comparing: ${events} of ${total} events.`]
  if (job.status === 'cancelled') return [`Stopped after ${events} events.`]
  if (job.status === 'failed')
    return [(job.result as { error?: string } | null)?.error ?? 'The comparison failed.']
  const { since, until, draft, live, difference, notes } = job.result as ComparisonResult
  const side = (name: string, tally: ComparisonResult['draft']) =>
    `${name}: ${tally.considered} considered, ${tally.entries} would enter (${tally.guests} guests).`
  return [
    `From ${since} to ${until}:`,
    side('Draft', draft),
    live === null ? 'Live: never published.' : side('Live', live),
    `Only by the draft ${difference.only_draft.count} guests, only by the live version ${difference.only_live.count}.`,
    ...notes,
  ]
}
