import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { invite } from '#members/invitations.ts'
import { invitationLink } from '#members/secret.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { Refusal } from '../../refusal.ts'
import { requireKnownSerials } from '../edge/known-serials.ts'

export default bind(dashboard.inviteMember, ({ config, database }) => async (request, reply) => {
  const { organisationId, email: actor } = request.member
  const { body } = checkedBody(request, dashboard.inviteMember)
  const invited = await inTenant(database, organisationId, async tx => {
    await requireKnownSerials(tx, organisationId, body)
    return invite(tx, organisationId, actor, body)
  })
  if (invited === 'member_exists') throw new Refusal('member_exists')
  const { invitation, token } = invited
  reply.code(201)
  return {
    message: 'Invitation created. Send them the link: it is not shown again.',
    invitation,
    link: invitationLink(config.baseUrl, token),
  }
})
