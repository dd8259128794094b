import { ResetLinkAnswer } from '@millrace/contract/dashboard/members'
import { Type } from 'typebox'
import { storedId } from '#base/ids.ts'
import { inTransaction } from '#db/database.ts'
import { createOwnersResetLink } from '#members/reset-link.ts'
import { resetLink } from '#members/secret.ts'
import { Refusal } from '../../refusal.ts'
import { route } from '../../route.ts'

export default route({
  method: 'POST',
  url: '/dashboard/api/members/:id/reset-link',
  access: 'member',
  role: 'owner',
  confirmed: true,
  schema: {
    operationId: 'makeResetLink',
    tags: ['Dashboard'],
    summary: 'Make a link by which a member chooses a new password',
    params: Type.Object({ id: Type.String() }),
    response: { 201: ResetLinkAnswer },
  },
  handler:
    ({ config, database }) =>
    async (request, reply) => {
      const { organisationId, email: actor } = request.member
      const id = storedId(request.params.id)
      if (id === undefined) throw new Refusal('member_not_found')
      const made = await inTransaction(database.engine, tx =>
        createOwnersResetLink(tx, organisationId, actor, id),
      )
      if (made === 'not_found') throw new Refusal('member_not_found')
      if (made === 'elsewhere') throw new Refusal('role_needed', { message: ELSEWHERE })
      reply.code(201)
      return {
        message: 'Link made. Give it to them: it is not shown again.',
        link: resetLink(config.baseUrl, made.token),
        expires_at: made.expiresAt.toISOString(),
      }
    },
})

const ELSEWHERE =
  'They belong to another organisation too, so an owner of one cannot do this. Whoever runs the server can, with: npx millrace members reset-link --email ADDRESS'
