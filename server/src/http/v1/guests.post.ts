import { GuestAnswer, NewGuest } from '@millrace/contract/guest'
import { inTenant } from '#db/database.ts'
import { createGuest } from '#guests/create-guest.ts'
import { checkedBody } from '../edge/checked-body.ts'
import { problems } from '../problems.ts'
import { Refusal } from '../refusal.ts'
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
    body: NewGuest,
    response: { 201: GuestAnswer, ...problems(400, 409, 413, 415) },
  },
  options: { attachValidation: true },
  handler: parts => async (request, reply) => {
    const { organisationId } = request.identity
    const { body } = checkedBody(request, NewGuest)
    const guest = await inTenant(parts.database, organisationId, tx => createGuest(tx, organisationId, body))
    if (guest === undefined) throw new Refusal('guest_exists')
    reply.code(201).header('location', `${parts.config.baseUrl}/v1/guests/${guest.id}`)
    return { message: 'Guest registered.', guest }
  },
})
