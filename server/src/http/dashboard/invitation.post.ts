import { dashboard } from '@millrace/contract/operations/dashboard'
import { limiterAddress } from '#access/address.ts'
import { browserName } from '#members/browser-name.ts'
import { acceptInvitation } from '#members/invitations.ts'
import { bind } from '../bind.ts'
import { checkedBody } from '../edge/checked-body.ts'
import { endFormerSession } from './edge/answer-session.ts'
import { answerSessionOrAsk } from './edge/ask-second-factor.ts'
import { joining } from './edge/refusals.ts'

export default bind(dashboard.acceptInvitation, parts => async (request, reply) => {
  const { body } = checkedBody(request, dashboard.acceptInvitation)
  const token = await joining(
    acceptInvitation(parts.database, {
      token: body.token,
      name: body.name,
      password: body.password,
      address: limiterAddress(request.ip),
      browser: browserName(request.headers['user-agent']),
    }),
  )
  await endFormerSession(parts, request)
  reply.code(201)
  return answerSessionOrAsk(parts, reply, { token, message: 'Welcome. You are a member now.' })
})
