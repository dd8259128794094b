import { MemberAnswer, MemberChange } from '@millrace/contract/member'
import { Type } from 'typebox'
import { storedId } from '#base/ids.ts'
import { inTenant } from '#db/database.ts'
import { changeMember } from '#members/members.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { Refusal } from '../../refusal.ts'
import { route } from '../../route.ts'
import { requireKnownSerials } from '../edge/known-serials.ts'

export default route({
  method: 'PATCH',
  url: '/dashboard/api/members/:id',
  access: 'member',
  role: 'owner',
  confirmed: true,
  schema: {
    operationId: 'changeMember',
    tags: ['Dashboard'],
    summary: "Change a member's role and venues",
    params: Type.Object({ id: Type.String() }),
    body: MemberChange,
    response: { 200: MemberAnswer },
  },
  options: { attachValidation: true },
  handler:
    ({ database }) =>
    async request => {
      const { organisationId, email: actor } = request.member
      const { body } = checkedBody(request, MemberChange)
      const id = storedId(request.params.id)
      if (id === undefined) throw new Refusal('member_not_found')
      const member = await inTenant(database, organisationId, async tx => {
        await requireKnownSerials(tx, organisationId, body)
        return changeMember(tx, organisationId, actor, { ...body, id })
      })
      if (member === 'not_found') throw new Refusal('member_not_found')
      if (member === 'last_owner') throw new Refusal('last_owner')
      return { message: 'Member changed.', member }
    },
})
