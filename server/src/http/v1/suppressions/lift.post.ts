import { v1 } from '@millrace/contract/operations/v1'
import { storedId } from '#base/ids.ts'
import { liftSuppression } from '#suppressions/enter-and-lift.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { idempotentRequest } from '../../edge/idempotency-key.ts'
import { liftedAnswer } from '../../edge/suppression.ts'
import { writeOnce } from '../../edge/write-once.ts'
import { Refusal } from '../../refusal.ts'
import { actorOf } from '../guest-imports/shared.ts'

export default bind(v1.liftSuppression, parts => async (request, reply) => {
  const { organisationId } = request.identity
  const id = storedId(request.params.id)
  if (id === undefined) throw new Refusal('suppression_not_found')
  const { body, idempotency } = checkedBody(request, v1.liftSuppression, faults =>
    idempotentRequest(request, 'suppressions', request.body, faults),
  )
  return writeOnce(parts, reply, {
    organisationId,
    idempotency,
    async work(tx) {
      const by = { actor: actorOf(request.identity), because: body.because }
      const lifted = await liftSuppression(tx, organisationId, id, by)
      return { status: 200, location: null, answer: liftedAnswer(lifted) }
    },
  })
})
