import { dashboard } from '@millrace/contract/operations/dashboard'
import { maskedGuest } from '#dashboard/guests/masked-guest.ts'
import { inTenant } from '#db/database.ts'
import { reachesGuest } from '#members/reach.ts'
import { bind } from '../../bind.ts'
import { requireGuest } from '../edge/require-guest.ts'
import { requireId } from '../edge/require-id.ts'

export default bind(dashboard.readGuest, ({ database }) => async ({ member, params }) => {
  const { organisationId } = member
  const id = requireId(params.id, 'guest_not_found')
  return inTenant(database, organisationId, async tx => {
    const guest = await requireGuest(tx, organisationId, id)
    return (await reachesGuest(tx, member, guest.id)) ? guest : maskedGuest(guest)
  })
})
