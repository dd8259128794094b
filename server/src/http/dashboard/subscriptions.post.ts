import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { bind } from '../bind.ts'
import { checkedBody } from '../edge/checked-body.ts'
import { created } from '../edge/subscription.ts'

export default bind(dashboard.addSubscription, parts => async (request, reply) => {
  const { organisationId, email } = request.member
  const { body } = checkedBody(request, dashboard.addSubscription)
  const answer = await inTenant(parts.database, organisationId, tx =>
    created(parts, tx, organisationId, email, body),
  )
  reply.code(201)
  return answer
})
