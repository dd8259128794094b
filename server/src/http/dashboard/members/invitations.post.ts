import { InvitationAnswer, NewInvitation } from '@millrace/contract/member'
import { inTenant } from '#db/database.ts'
import { invite } from '#members/invitations.ts'
import { invitationLink } from '#members/secret.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { Refusal } from '../../refusal.ts'
import { route } from '../../route.ts'
import { requireKnownSerials } from '../edge/known-serials.ts'

export default route({
  method: 'POST',
  url: '/dashboard/api/members/invitations',
  access: 'member',
  role: 'owner',
  confirmed: true,
  schema: {
    operationId: 'inviteMember',
    tags: ['Dashboard'],
    summary: 'Invite somebody by a link',
    body: NewInvitation,
    response: { 201: InvitationAnswer },
  },
  options: { attachValidation: true },
  handler:
    ({ config, database }) =>
    async (request, reply) => {
      const { organisationId, email: actor } = request.member
      const { body } = checkedBody(request, NewInvitation)
      const invited = await inTenant(database, organisationId, async tx => {
        await requireKnownSerials(tx, organisationId, body)
        return invite(tx, organisationId, actor, body)
      })
      if (invited === 'member_exists') throw new Refusal('member_exists')
      const { invitation, token } = invited
      reply.code(201)
      return {
        message: 'Invitation made. Give them the link: it is not shown again.',
        invitation,
        link: invitationLink(config.baseUrl, token),
      }
    },
})
