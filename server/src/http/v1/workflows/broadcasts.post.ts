import { v1 } from '@millrace/contract/operations/v1'
import { sendBroadcast } from '#workflows/broadcasts/change-broadcast.ts'
import { bind } from '../../bind.ts'
import { changedBroadcast } from '../../edge/broadcast.ts'
import { idempotentRequest } from '../../edge/idempotency-key.ts'
import { orRefuse } from '../../edge/workflow-refusals.ts'
import { writeOnce } from '../../edge/write-once.ts'
import { type Faults, Refusal } from '../../refusal.ts'
import { actorOf } from '../guest-imports/shared.ts'
import { forReal, workflowIn } from './named-workflow.ts'

export default bind(v1.sendBroadcast, parts => async (request, reply) => {
  const { organisationId } = request.identity
  const faults: Faults = {}
  const idempotency = idempotentRequest(request, 'broadcasts', request.body ?? null, faults)
  if (Object.keys(faults).length > 0) throw new Refusal('validation_failed', { errors: faults })
  const workflowId = workflowIn(request.params)
  return writeOnce(parts, reply, {
    organisationId,
    idempotency,
    async work(tx) {
      await forReal(tx, request.identity, workflowId)
      const actor = actorOf(request.identity)
      const id = await orRefuse(sendBroadcast(tx, { organisationId, workflowId, actor }))
      return { status: 201, location: null, answer: { message: changedBroadcast.sending, id } }
    },
  })
})
