import { dashboard } from '@millrace/contract/operations/dashboard'
import { storedId } from '#base/ids.ts'
import { inTenant } from '#db/database.ts'
import { withdrawInvitation } from '#members/invitations.ts'
import { bind } from '../../../bind.ts'
import { Refusal } from '../../../refusal.ts'

export default bind(dashboard.withdrawInvitation, ({ database }) => async request => {
  const { organisationId, email: actor } = request.member
  const id = storedId(request.params.id)
  const withdrawn =
    id !== undefined &&
    (await inTenant(database, organisationId, tx => withdrawInvitation(tx, organisationId, actor, id)))
  if (!withdrawn) throw new Refusal('invitation_not_found')
  return { message: 'Invitation withdrawn.' }
})
