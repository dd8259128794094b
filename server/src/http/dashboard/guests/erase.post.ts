import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant, inTransaction } from '#db/database.ts'
import { eraseGuest } from '#erasure/erase-guest.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { Refusal } from '../../refusal.ts'
import { requireOwnGuest } from '../edge/require-guest.ts'
import { requireId } from '../edge/require-id.ts'

export default bind(dashboard.eraseGuest, ({ database }) => async request => {
  const { organisationId, email: actor } = request.member
  const id = requireId(request.params.id, 'guest_not_found')
  const guest = await inTenant(database, organisationId, tx => requireOwnGuest(tx, request.member, id))
  const { body } = checkedBody(request, dashboard.eraseGuest)
  if (body.guest_id.toLowerCase() !== id) {
    throw new Refusal('validation_failed', { errors: { guest_id: ['is not the id of this guest'] } })
  }
  // Erasing reaches what no request may touch, so the engine does it, for an organisation that was just proved.
  const erased = await inTransaction(database.engine, tx => eraseGuest(tx, organisationId, guest.id, actor))
  if (erased === undefined) throw new Refusal('guest_not_found')
  return { message: 'Guest deleted.' }
})
