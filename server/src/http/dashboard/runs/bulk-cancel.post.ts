import { dashboard } from '@millrace/contract/operations/dashboard'
import { cancelRun } from '#runs/commands/cancel-run.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { actOnRuns } from './bulk.ts'

export default bind(dashboard.cancelRuns, parts => async request => {
  const { organisationId } = request.member
  const { body } = checkedBody(request, dashboard.cancelRuns)
  return actOnRuns(parts, request.member, {
    action: 'runs.cancelled',
    chosen: body,
    act: async (tx, { id: runId, workflow_id: workflowId }) =>
      (await cancelRun(tx, organisationId, { workflowId, runId })).kind === 'cancelled',
    inWords: sentence,
  })
})

function sentence(done: number): string {
  if (done === 0) return 'There are no matching runs to cancel.'
  return done === 1 ? '1 run was cancelled.' : `${done} runs were cancelled.`
}
