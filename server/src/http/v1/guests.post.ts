import { v1 } from '@millrace/contract/operations/v1'
import { createGuest } from '#guests/create-guest.ts'
import { bind } from '../bind.ts'
import { checkedBody } from '../edge/checked-body.ts'
import { idempotentRequest } from '../edge/idempotency-key.ts'
import { withTestHint } from '../edge/test-warnings.ts'
import { writeOnce } from '../edge/write-once.ts'
import { Refusal } from '../refusal.ts'

export default bind(v1.createGuest, parts => async (request, reply) => {
  const { organisationId, test } = request.identity
  const { body, idempotency } = checkedBody(request, v1.createGuest, faults =>
    idempotentRequest(request, 'guests', request.body, faults),
  )
  return writeOnce(parts, reply, {
    organisationId,
    idempotency,
    async work(tx) {
      const guest = await createGuest(tx, organisationId, body, { test })
      if (guest === undefined) throw new Refusal('guest_exists')
      return {
        status: 201,
        location: `${parts.config.baseUrl}/v1/guests/${guest.id}`,
        answer: {
          message: withTestHint('Guest registered.', { test }, body.email_consent ?? false, guest),
          guest,
        },
      }
    },
  })
})
