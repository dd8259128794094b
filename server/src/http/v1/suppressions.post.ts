import { v1 } from '@millrace/contract/operations/v1'
import { enterSuppression } from '#suppressions/enter-and-lift.ts'
import { bind } from '../bind.ts'
import { checkedBody } from '../edge/checked-body.ts'
import { idempotentRequest } from '../edge/idempotency-key.ts'
import { enteredAnswer, enteredSuppression } from '../edge/suppression.ts'
import { writeOnce } from '../edge/write-once.ts'
import { actorOf } from './guest-imports/shared.ts'

export default bind(v1.createSuppression, parts => async (request, reply) => {
  const { organisationId } = request.identity
  const { body, idempotency } = checkedBody(request, v1.createSuppression, faults =>
    idempotentRequest(request, 'suppressions', request.body, faults),
  )
  return writeOnce(parts, reply, {
    organisationId,
    idempotency,
    async work(tx) {
      const by = { actor: actorOf(request.identity), source: 'api' } as const
      const suppression = enteredSuppression(await enterSuppression(tx, organisationId, body, by), body)
      return {
        status: 201,
        location: `${parts.config.baseUrl}/v1/suppressions/${suppression.id}`,
        answer: enteredAnswer(suppression),
      }
    },
  })
})
