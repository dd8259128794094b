import { Acceptance, SessionAnswer } from '@millrace/contract/session'
import { limiterAddress } from '#access/address.ts'
import { acceptInvitation } from '#members/invitations.ts'
import { checkedBody } from '../edge/checked-body.ts'
import { route } from '../route.ts'
import { answerSession, endFormerSession } from './edge/answer-session.ts'
import { joining } from './edge/refusals.ts'

export default route({
  method: 'POST',
  url: '/dashboard/api/invitation',
  access: 'public',
  schema: {
    operationId: 'acceptInvitation',
    tags: ['Dashboard'],
    summary: 'Accept an invitation',
    body: Acceptance,
    response: { 201: SessionAnswer },
  },
  options: { attachValidation: true },
  handler: parts => async (request, reply) => {
    const { body } = checkedBody(request, Acceptance)
    const token = await joining(
      acceptInvitation(parts.database, {
        token: body.token,
        name: body.name,
        password: body.password,
        address: limiterAddress(request.ip),
      }),
    )
    await endFormerSession(parts, request)
    reply.code(201)
    return answerSession(parts, reply, { token, message: 'Welcome. You are a member now.' })
  },
})
