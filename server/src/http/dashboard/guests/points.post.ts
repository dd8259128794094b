import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { adjustPoints } from '#guests/adjust-points.ts'
import { guestChanged } from '#runs/commands/guest-changed.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { Refusal } from '../../refusal.ts'
import { requireLockedGuest } from '../edge/require-guest.ts'
import { requireId } from '../edge/require-id.ts'

export default bind(dashboard.adjustPoints, parts => async request => {
  const { organisationId, email: actor } = request.member
  const asked = requireId(request.params.id, 'guest_not_found')
  const result = await inTenant(parts.database, organisationId, async tx => {
    const id = await requireLockedGuest(tx, request.member, asked)
    const { body } = checkedBody(request, dashboard.adjustPoints)
    return adjustPoints(tx, organisationId, id, body, actor, guestChanged(parts, organisationId))
  })
  if (result.kind === 'not_found') throw new Refusal('guest_not_found')
  return { message: `The guest has ${result.guest.points} points now.`, guest: result.guest }
})
