import { SessionAnswer, Setup } from '@millrace/contract/session'
import { limiterAddress } from '#access/address.ts'
import { storedEmail } from '#members/account.ts'
import { useSetupLink } from '#members/setup-link.ts'
import { checkedBody } from '../edge/checked-body.ts'
import { route } from '../route.ts'
import { answerSession, endFormerSession } from './edge/answer-session.ts'
import { joining } from './edge/refusals.ts'

export default route({
  method: 'POST',
  url: '/dashboard/api/setup',
  access: 'public',
  schema: {
    operationId: 'setUp',
    tags: ['Dashboard'],
    summary: 'Become the first member of an organisation',
    body: Setup,
    response: { 201: SessionAnswer },
  },
  options: { attachValidation: true },
  handler: parts => async (request, reply) => {
    const { body } = checkedBody(request, Setup)
    const token = await joining(
      useSetupLink(parts.database, {
        token: body.token,
        email: storedEmail(body.email),
        name: body.name,
        password: body.password,
        organisationName: body.organisation_name?.trim(),
        address: limiterAddress(request.ip),
      }),
    )
    await endFormerSession(parts, request)
    reply.code(201)
    return answerSession(parts, reply, { token, message: 'Welcome. You are the first member.' })
  },
})
