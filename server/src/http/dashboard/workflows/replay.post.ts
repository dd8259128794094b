import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { startReplay } from '#jobs/replay/start-replay.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { requireWorkflow } from '../../edge/require-workflow.ts'
import { requireEveryVenue } from '../edge/every-venue.ts'
import { readTime } from '../edge/read-time.ts'
import { requireId } from '../edge/require-id.ts'
import { orRefuseTrial } from '../edge/trial-refusals.ts'

export default bind(dashboard.startReplay, parts => {
  const { catalogue } = parts
  return async (request, reply) => {
    const { organisationId, email: actor } = request.member
    const workflowId = requireId(request.params.id, 'workflow_not_found')
    const job = await orRefuseTrial(
      inTenant(parts.database, organisationId, async tx => {
        await requireWorkflow(tx, organisationId, workflowId)
        const { body } = checkedBody(request, dashboard.startReplay)
        requireEveryVenue(request.member)
        const since = readTime('since', body.since) as Date
        const until = readTime('until', body.until)
        return startReplay(
          tx,
          { catalogue },
          {
            ...body,
            organisationId,
            workflowId,
            actor,
            since: since.toISOString(),
            ...(until === undefined ? {} : { until: until.toISOString() }),
          },
        )
      }),
    )
    reply.code(201)
    return { message: 'Replay started.', job }
  }
})
