import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { startRebuild } from '#jobs/rebuild/start-rebuild.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { requireEveryVenue } from '../edge/every-venue.ts'
import { orRefuseTrial } from '../edge/trial-refusals.ts'

export default bind(dashboard.rebuildVisits, ({ database }) => async (request, reply) => {
  const { organisationId, email: actor } = request.member
  const { body } = checkedBody(request, dashboard.rebuildVisits)
  requireEveryVenue(request.member)
  const { source } = body
  const job = await orRefuseTrial(
    inTenant(database, organisationId, tx => startRebuild(tx, { organisationId, source, actor })),
  )
  reply.code(201)
  return { message: 'The ledger is being rebuilt.', job }
})
