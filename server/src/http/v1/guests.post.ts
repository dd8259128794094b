import { GuestAnswer, NewGuest } from '@millrace/contract/guest'
import { createGuest } from '#guests/create-guest.ts'
import { checkedBody } from '../edge/checked-body.ts'
import { idempotentRequest } from '../edge/idempotency-key.ts'
import { writeOnce } from '../edge/write-once.ts'
import { problems } from '../problems.ts'
import { Refusal } from '../refusal.ts'
import { writeHeaders } from '../repeatable-write.ts'
import { route } from '../route.ts'

export default route({
  method: 'POST',
  url: '/v1/guests',
  access: 'bearer',
  schema: {
    operationId: 'createGuest',
    tags: ['Guests'],
    summary: 'Register a guest',
    description: 'The id in the answer is the organisation_registration_id that events and runs name.',
    headers: writeHeaders,
    body: NewGuest,
    response: { 201: GuestAnswer, ...problems(400, 409, 413, 415, 422) },
  },
  options: { attachValidation: true },
  handler: parts => async (request, reply) => {
    const { organisationId } = request.identity
    const { body, idempotency } = checkedBody(request, NewGuest, faults =>
      idempotentRequest(request, 'guests', request.body, faults),
    )
    return writeOnce(parts, reply, {
      organisationId,
      idempotency,
      async work(tx) {
        const guest = await createGuest(tx, organisationId, body)
        if (guest === undefined) throw new Refusal('guest_exists')
        return {
          status: 201,
          location: `${parts.config.baseUrl}/v1/guests/${guest.id}`,
          answer: { message: 'Guest registered.', guest },
        }
      },
    })
  },
})
