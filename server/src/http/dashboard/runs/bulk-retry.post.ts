import { BulkAnswer, BulkRetry } from '@millrace/contract/dashboard/runs'
import { retryRun } from '#runs/retry-run.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { route } from '../../route.ts'
import { actOnRuns } from './bulk.ts'

export default route({
  method: 'POST',
  url: '/dashboard/api/runs/bulk-retry',
  access: 'member',
  role: 'editor',
  schema: {
    operationId: 'retryRuns',
    tags: ['Dashboard'],
    summary: 'Have failed runs go on from the step that failed, a portion at a time',
    body: BulkRetry,
    response: { 200: BulkAnswer },
  },
  options: { attachValidation: true },
  handler: parts => async request => {
    const { organisationId } = request.member
    const { body } = checkedBody(request, BulkRetry)
    return actOnRuns(parts, request.member, {
      action: 'runs.retried',
      chosen: { ...body, status: 'failed' },
      act: async (tx, { id: runId }) =>
        (await retryRun(tx, parts.queue, organisationId, { runId })).kind === 'retried',
      inWords: sentence,
    })
  },
})

function sentence(done: number): string {
  if (done === 0) return 'There is no failed run of this kind.'
  return done === 1 ? 'One run goes on.' : `${done} runs go on.`
}
