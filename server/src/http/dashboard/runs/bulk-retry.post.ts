import { dashboard } from '@millrace/contract/operations/dashboard'
import { retryRun } from '#runs/commands/retry-run.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { actOnRuns } from './bulk.ts'

export default bind(dashboard.retryRuns, parts => async request => {
  const { organisationId } = request.member
  const { body } = checkedBody(request, dashboard.retryRuns)
  return actOnRuns(parts, request.member, {
    action: 'runs.retried',
    chosen: { ...body, status: 'failed' },
    act: async (tx, { id: runId }) =>
      (await retryRun(tx, parts.queue, organisationId, { runId })).kind === 'retried',
    inWords: sentence,
  })
})

function sentence(done: number): string {
  if (done === 0) return 'There are no matching failed runs.'
  return done === 1 ? '1 run continues.' : `${done} runs continue.`
}
