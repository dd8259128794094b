import { v1 } from '@millrace/contract/operations/v1'
import { decideMissed } from '#workflows/missed/decide-missed.ts'
import { decidedInWords } from '#workflows/missed/decided-in-words.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { idempotentRequest } from '../../edge/idempotency-key.ts'
import { orRefuse } from '../../edge/workflow-refusals.ts'
import { writeOnce } from '../../edge/write-once.ts'
import { actorOf } from '../guest-imports/shared.ts'
import { forReal, workflowIn } from './named-workflow.ts'

export default bind(v1.decideMissedOccasions, parts => async (request, reply) => {
  const { organisationId } = request.identity
  const { body, idempotency } = checkedBody(request, v1.decideMissedOccasions, faults =>
    idempotentRequest(request, 'missed', request.body, faults),
  )
  const workflowId = workflowIn(request.params)
  return writeOnce(parts, reply, {
    organisationId,
    idempotency,
    async work(tx) {
      await forReal(tx, request.identity, workflowId)
      const actor = actorOf(request.identity)
      const decided = await orRefuse(decideMissed(tx, { organisationId, workflowId }, body, actor))
      return {
        status: 200,
        location: null,
        answer: { message: decidedInWords(body.decision, decided), decided },
      }
    },
  })
})
