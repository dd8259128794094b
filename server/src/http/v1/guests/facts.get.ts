import { v1 } from '@millrace/contract/operations/v1'
import type { VisitFacts } from '@millrace/contract/visit'
import { storedId } from '#base/ids.ts'
import { inTenant } from '#db/database.ts'
import { findGuest } from '#guests/find-guest.ts'
import { currentGuest } from '#guests/merge/current-guest.ts'
import { reachesGuest } from '#members/reach.ts'
import { loadVisitFacts } from '#visits/load-visit-facts.ts'
import { bind } from '../../bind.ts'
import { Refusal } from '../../refusal.ts'

export default bind(v1.getGuestFacts, ({ database }) => async request => {
  const { organisationId, serials: own } = request.identity
  const asked = storedId(request.params.id)
  const { serial } = request.query
  if (!asked) throw new Refusal('guest_not_found')
  if (serial !== undefined && own !== null && !own.includes(serial)) {
    throw new Refusal('venue_not_allowed', { errors: { serial: ['is not a venue of the API key'] } })
  }
  return inTenant(database, organisationId, async tx => {
    const id = await currentGuest(tx, organisationId, asked)
    if (!(await reachesGuest(tx, request.identity, id))) throw new Refusal('guest_not_found')
    const [guest, found] = await Promise.all([
      findGuest(tx, organisationId, id),
      loadVisitFacts(tx, [{ organisationId, guestId: id, serials: serial === undefined ? own : [serial] }]),
    ])
    if (guest === undefined) throw new Refusal('guest_not_found')
    return {
      message: 'The facts at this moment.',
      organisation_registration_id: id,
      serial: serial ?? null,
      facts: found[0] as VisitFacts,
    }
  })
})
