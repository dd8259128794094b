import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { bind } from '../../bind.ts'
import { requireGuest } from '../edge/require-guest.ts'
import { requireId } from '../edge/require-id.ts'

export default bind(dashboard.readGuest, ({ database }) => async ({ member: { organisationId }, params }) => {
  const id = requireId(params.id, 'guest_not_found')
  return inTenant(database, organisationId, tx => requireGuest(tx, organisationId, id))
})
