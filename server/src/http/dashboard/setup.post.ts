import { dashboard } from '@millrace/contract/operations/dashboard'
import { limiterAddress } from '#access/address.ts'
import { storedEmail } from '#members/account.ts'
import { browserName } from '#members/browser-name.ts'
import { useSetupLink } from '#members/setup-link.ts'
import { bind } from '../bind.ts'
import { checkedBody } from '../edge/checked-body.ts'
import { endFormerSession } from './edge/answer-session.ts'
import { answerSessionOrAsk } from './edge/ask-second-factor.ts'
import { joining } from './edge/refusals.ts'

export default bind(dashboard.setUp, parts => async (request, reply) => {
  const { body } = checkedBody(request, dashboard.setUp)
  const token = await joining(
    useSetupLink(parts.database, {
      token: body.token,
      email: storedEmail(body.email),
      name: body.name,
      password: body.password,
      organisationName: body.organisation_name?.trim(),
      address: limiterAddress(request.ip),
      browser: browserName(request.headers['user-agent']),
    }),
  )
  await endFormerSession(parts, request)
  reply.code(201)
  return answerSessionOrAsk(parts, reply, { token, message: 'Welcome. You are the first member.' })
})
