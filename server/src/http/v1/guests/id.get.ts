import { v1 } from '@millrace/contract/operations/v1'
import { storedId } from '#base/ids.ts'
import { inTenant } from '#db/database.ts'
import { findGuest } from '#guests/find-guest.ts'
import { bind } from '../../bind.ts'
import { Refusal } from '../../refusal.ts'

export default bind(v1.getGuest, ({ database }) => async request => {
  const { organisationId } = request.identity
  const id = storedId(request.params.id)
  const guest = id && (await inTenant(database, organisationId, tx => findGuest(tx, organisationId, id)))
  if (!guest) throw new Refusal('guest_not_found')
  return { message: 'The guest as registered.', guest }
})
