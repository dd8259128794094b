import { noVisitFacts } from '@millrace/contract/condition/visit-facts'
import { dashboard } from '@millrace/contract/operations/dashboard'
import type { VisitFacts } from '@millrace/contract/visit'
import { segmentsOf } from '#dashboard/guests/segments-of.ts'
import { inTenant } from '#db/database.ts'
import { reachesGuest } from '#members/reach.ts'
import { loadVisitFacts } from '#visits/load-visit-facts.ts'
import { bind } from '../../bind.ts'
import { requireGuest } from '../edge/require-guest.ts'
import { requireId } from '../edge/require-id.ts'

/** A member of some venues gets the facts at those, and none about a guest of others. */
export default bind(dashboard.readGuestFacts, ({ database }) => async ({ member, params }) => {
  const { organisationId, serials } = member
  const asked = requireId(params.id, 'guest_not_found')
  return inTenant(database, organisationId, async tx => {
    const { id } = await requireGuest(tx, organisationId, asked)
    if (!(await reachesGuest(tx, member, id)))
      return { facts: noVisitFacts, serials: serials && [...serials], segments: null }
    const [[facts], segments] = await Promise.all([
      loadVisitFacts(tx, [{ organisationId, guestId: id, serials }]),
      // A segment is about guests of every venue.
      serials === null ? segmentsOf(tx, organisationId, id) : null,
    ])
    return { facts: facts as VisitFacts, serials: serials && [...serials], segments }
  })
})
