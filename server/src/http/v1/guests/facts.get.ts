import { v1 } from '@millrace/contract/operations/v1'
import type { VisitFacts } from '@millrace/contract/visit'
import { storedId } from '#base/ids.ts'
import { inTenant } from '#db/database.ts'
import { findGuest } from '#guests/find-guest.ts'
import { reachesGuest } from '#members/reach.ts'
import { loadVisitFacts } from '#visits/load-visit-facts.ts'
import { bind } from '../../bind.ts'
import { Refusal } from '../../refusal.ts'

export default bind(v1.getGuestFacts, ({ database }) => async request => {
  const { organisationId, serials: own } = request.identity
  const id = storedId(request.params.id)
  const { serial } = request.query
  if (!id) throw new Refusal('guest_not_found')
  if (serial !== undefined && own !== null && !own.includes(serial)) {
    throw new Refusal('venue_not_allowed', { errors: { serial: ['is not a venue of the API key'] } })
  }
  const facts = await inTenant(database, organisationId, async tx => {
    if (!(await reachesGuest(tx, request.identity, id))) throw new Refusal('guest_not_found')
    const [guest, found] = await Promise.all([
      findGuest(tx, organisationId, id),
      loadVisitFacts(tx, [{ organisationId, guestId: id, serials: serial === undefined ? own : [serial] }]),
    ])
    if (guest === undefined) throw new Refusal('guest_not_found')
    return found[0] as VisitFacts
  })
  return {
    message: 'The facts at this moment.',
    organisation_registration_id: id,
    serial: serial ?? null,
    facts,
  }
})
