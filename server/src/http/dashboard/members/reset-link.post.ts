import { dashboard } from '@millrace/contract/operations/dashboard'
import { storedId } from '#base/ids.ts'
import { inTransaction } from '#db/database.ts'
import { createOwnersResetLink } from '#members/reset-link.ts'
import { resetLink } from '#members/secret.ts'
import { bind } from '../../bind.ts'
import { Refusal } from '../../refusal.ts'

export default bind(dashboard.makeResetLink, ({ config, database }) => async (request, reply) => {
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
    message: 'Link created. Send it to them: it is not shown again.',
    link: resetLink(config.baseUrl, made.token),
    expires_at: made.expiresAt.toISOString(),
  }
})

const ELSEWHERE =
  'They belong to another organisation too, so an owner of one cannot do this. The operator can, with: npx millrace members reset-link --email ADDRESS'
