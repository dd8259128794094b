import { Message } from '@millrace/contract/member'
import { Type } from 'typebox'
import { storedId } from '#base/ids.ts'
import { inTenant } from '#db/database.ts'
import { withdrawInvitation } from '#members/invitations.ts'
import { Refusal } from '../../../refusal.ts'
import { route } from '../../../route.ts'

export default route({
  method: 'DELETE',
  url: '/dashboard/api/members/invitations/:id',
  access: 'member',
  role: 'owner',
  schema: {
    operationId: 'withdrawInvitation',
    tags: ['Dashboard'],
    summary: 'Take an invitation back',
    params: Type.Object({ id: Type.String() }),
    response: { 200: Message },
  },
  handler:
    ({ database }) =>
    async request => {
      const { organisationId, email: actor } = request.member
      const id = storedId(request.params.id)
      const withdrawn =
        id !== undefined &&
        (await inTenant(database, organisationId, tx => withdrawInvitation(tx, organisationId, actor, id)))
      if (!withdrawn) throw new Refusal('invitation_not_found')
      return { message: 'Invitation withdrawn.' }
    },
})
