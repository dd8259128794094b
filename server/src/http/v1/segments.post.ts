import { v1 } from '@millrace/contract/operations/v1'
import { createSegment } from '#workflows/segments/segments.ts'
import { bind } from '../bind.ts'
import { checkedBody } from '../edge/checked-body.ts'
import { idempotentRequest } from '../edge/idempotency-key.ts'
import { changedSegment } from '../edge/segment.ts'
import { writeOnce } from '../edge/write-once.ts'
import { actorOf } from './guest-imports/shared.ts'

export default bind(v1.createSegment, parts => async (request, reply) => {
  const { organisationId } = request.identity
  const { body, idempotency } = checkedBody(request, v1.createSegment, faults =>
    idempotentRequest(request, 'segments', request.body, faults),
  )
  return writeOnce(parts, reply, {
    organisationId,
    idempotency,
    async work(tx) {
      const created = createSegment(tx, organisationId, body, actorOf(request.identity))
      const segment = await changedSegment(created)
      return {
        status: 201,
        location: `${parts.config.baseUrl}/v1/segments/${segment.id}`,
        answer: {
          message: `The segment "${segment.name}" is created. Its guests are being counted.`,
          segment,
        },
      }
    },
  })
})
