import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { startRebuild } from '#jobs/rebuild/start-rebuild.ts'
import { setMeaning } from '#visits/source-meanings.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { requireEveryVenue } from '../edge/every-venue.ts'
import { orRefuseTrial } from '../edge/trial-refusals.ts'

export default bind(dashboard.declareSource, ({ database }) => async request => {
  const { organisationId, email: actor } = request.member
  const { body } = checkedBody(request, dashboard.declareSource)
  requireEveryVenue(request.member)
  const { source, meaning, rebuild = false } = body
  return orRefuseTrial(
    inTenant(database, organisationId, async tx => {
      const changed = await setMeaning(tx, organisationId, source, meaning, actor)
      const job = rebuild ? await startRebuild(tx, { organisationId, source, actor }) : null
      const from = changed ? 'Saved. It applies to new events.' : 'Nothing changed.'
      return { message: job === null ? from : 'Saved. The ledger is being rebuilt.', changed, job }
    }),
  )
})
