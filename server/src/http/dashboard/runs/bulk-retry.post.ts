import { BulkRetry, BulkRetryAnswer } from '@millrace/contract/dashboard/runs'
import { inTenant } from '#db/database.ts'
import { recordAudit } from '#organisations/audit.ts'
import { readClock } from '#runs/read-clock.ts'
import { retryRuns } from '#runs/retry-runs.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { route } from '../../route.ts'
import { requireEveryVenue } from '../edge/every-venue.ts'
import { readTime } from '../edge/read-time.ts'
import { requireWorkflow } from '../edge/require-workflow.ts'

/** Each portion is a transaction of its own, so that workers get to the first runs while the last are being chosen. */
const PORTION = 500
const PORTIONS = 10

export default route({
  method: 'POST',
  url: '/dashboard/api/runs/bulk-retry',
  access: 'member',
  role: 'editor',
  schema: {
    operationId: 'retryRuns',
    tags: ['Dashboard'],
    summary: 'Have failed runs of a workflow go on, up to five thousand at a time',
    body: BulkRetry,
    response: { 200: BulkRetryAnswer },
  },
  options: { attachValidation: true },
  handler:
    ({ database, queue }) =>
    async request => {
      const { organisationId, email: actor } = request.member
      const { body } = checkedBody(request, BulkRetry)
      requireEveryVenue(request.member)
      const workflowId = body.workflow_id.toLowerCase()
      const given = readTime('until', body.until)
      const now = await inTenant(database, organisationId, async tx => {
        await requireWorkflow(tx, organisationId, workflowId)
        return readClock(tx)
      })
      const chosen = {
        workflowId,
        failedBefore: given === undefined || given > now ? now : given,
        failedSince: readTime('since', body.since),
        errorCode: body.error,
        nodeId: body.node,
      }
      let retried = 0
      let more = true
      for (let portion = 0; portion < PORTIONS && more; portion += 1) {
        const count = await inTenant(database, organisationId, tx =>
          retryRuns(tx, queue, organisationId, chosen, PORTION),
        )
        retried += count
        more = count === PORTION
      }
      if (retried > 0) {
        const entry = { actor, action: 'runs.retried', subject: workflowId, detail: { count: retried } }
        await inTenant(database, organisationId, tx => recordAudit(tx, organisationId, entry))
      }
      return { message: sentence(retried), retried, more }
    },
})

function sentence(retried: number): string {
  if (retried === 0) return 'There is no failed run of this kind.'
  return retried === 1 ? 'One run goes on.' : `${retried} runs go on.`
}
