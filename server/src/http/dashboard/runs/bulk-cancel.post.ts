import { BulkAnswer, BulkCancel } from '@millrace/contract/dashboard/runs'
import { cancelRun } from '#runs/cancel-run.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { route } from '../../route.ts'
import { actOnRuns } from './bulk.ts'

export default route({
  method: 'POST',
  url: '/dashboard/api/runs/bulk-cancel',
  access: 'member',
  role: 'editor',
  schema: {
    operationId: 'cancelRuns',
    tags: ['Dashboard'],
    summary: 'End runs of one status where they are, a portion at a time',
    body: BulkCancel,
    response: { 200: BulkAnswer },
  },
  options: { attachValidation: true },
  handler: parts => async request => {
    const { organisationId } = request.member
    const { body } = checkedBody(request, BulkCancel)
    return actOnRuns(parts, request.member, {
      action: 'runs.cancelled',
      chosen: body,
      act: async (tx, { id: runId, workflow_id: workflowId }) =>
        (await cancelRun(tx, organisationId, { workflowId, runId })).kind === 'cancelled',
      inWords: sentence,
    })
  },
})

function sentence(done: number): string {
  if (done === 0) return 'There is no run of this kind to end.'
  return done === 1 ? 'One run was ended.' : `${done} runs were ended.`
}
