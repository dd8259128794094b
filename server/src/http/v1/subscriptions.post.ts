import { v1 } from '@millrace/contract/operations/v1'
import { inTenant } from '#db/database.ts'
import { bind } from '../bind.ts'
import { checkedBody } from '../edge/checked-body.ts'
import { created } from '../edge/subscription.ts'
import { actorOf } from './guest-imports/shared.ts'
import { requireScopes } from './subscriptions/may-read.ts'

export default bind(v1.createSubscription, parts => async (request, reply) => {
  const { identity } = request
  const { body } = checkedBody(request, v1.createSubscription)
  requireScopes(identity, body.events)
  const { organisationId } = identity
  const answer = await inTenant(parts.database, organisationId, tx =>
    created(parts, tx, organisationId, actorOf(identity), body),
  )
  reply.code(201).header('location', `${parts.config.baseUrl}/v1/subscriptions/${answer.subscription.id}`)
  return answer
})
