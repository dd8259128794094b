import { v1 } from '@millrace/contract/operations/v1'
import type { VisitFacts } from '@millrace/contract/visit'
import { storedId } from '#base/ids.ts'
import { inTenant } from '#db/database.ts'
import { findGuest } from '#guests/find-guest.ts'
import { loadVisitFacts } from '#visits/load-visit-facts.ts'
import { bind } from '../../bind.ts'
import { Refusal } from '../../refusal.ts'

export default bind(v1.getGuestFacts, ({ database }) => async request => {
  const { organisationId } = request.identity
  const id = storedId(request.params.id)
  const { serial } = request.query
  if (!id) throw new Refusal('guest_not_found')
  const facts = await inTenant(database, organisationId, async tx => {
    const [guest, found] = await Promise.all([
      findGuest(tx, organisationId, id),
      loadVisitFacts(tx, [{ organisationId, guestId: id, serials: serial === undefined ? null : [serial] }]),
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
