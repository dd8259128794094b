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
  if (done === 0) return 'There is no run of this kind to end.'
  return done === 1 ? 'One run was ended.' : `${done} runs were ended.`
}
