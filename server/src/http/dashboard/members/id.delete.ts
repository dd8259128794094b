import { Message } from '@millrace/contract/member'
import { Type } from 'typebox'
import { storedId } from '#base/ids.ts'
import { inTenant } from '#db/database.ts'
import { removeMember } from '#members/members.ts'
import { Refusal } from '../../refusal.ts'
import { route } from '../../route.ts'

export default route({
  method: 'DELETE',
  url: '/dashboard/api/members/:id',
  access: 'member',
  role: 'owner',
  schema: {
    operationId: 'removeMember',
    tags: ['Dashboard'],
    summary: 'Remove a member; they are signed out at once',
    params: Type.Object({ id: Type.String() }),
    response: { 200: Message },
  },
  handler:
    ({ database }) =>
    async request => {
      const { organisationId, email: actor } = request.member
      const id = storedId(request.params.id)
      if (id === undefined) throw new Refusal('member_not_found')
      const result = await inTenant(database, organisationId, tx =>
        removeMember(tx, organisationId, actor, { id }),
      )
      if (result === 'not_found') throw new Refusal('member_not_found')
      if (result === 'last_owner') throw new Refusal('last_owner')
      return { message: 'Member removed.' }
    },
})
