import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { estimateReplay } from '#jobs/replay/estimate-replay.ts'
import { bind } from '../../bind.ts'
import { requireWorkflow } from '../../edge/require-workflow.ts'
import { requireEveryVenue } from '../edge/every-venue.ts'
import { readTime } from '../edge/read-time.ts'
import { requireId } from '../edge/require-id.ts'
import { orRefuseTrial } from '../edge/trial-refusals.ts'

const WEEK_MS = 7 * 86_400_000

export default bind(dashboard.estimateReplay, parts => async ({ member, params, query }) => {
  requireEveryVenue(member)
  const { organisationId } = member
  const workflowId = requireId(params.id, 'workflow_not_found')
  const since = readTime('since', query.since) ?? new Date(Date.now() - WEEK_MS)
  const until = readTime('until', query.until)
  return orRefuseTrial(
    inTenant(parts.database, organisationId, async tx => {
      await requireWorkflow(tx, organisationId, workflowId)
      return estimateReplay(tx, parts, {
        organisationId,
        workflowId,
        since: since.toISOString(),
        ...(until === undefined ? {} : { until: until.toISOString() }),
      })
    }),
  )
})
