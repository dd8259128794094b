import { dashboard } from '@millrace/contract/operations/dashboard'
import { limiterAddress } from '#access/address.ts'
import { storedEmail } from '#members/account.ts'
import { knownDevice } from '#members/device.ts'
import { hashSecret } from '#members/secret.ts'
import { signIn } from '#members/sign-in.ts'
import { bind } from '../bind.ts'
import { checkedBody } from '../edge/checked-body.ts'
import { Refusal } from '../refusal.ts'
import { answerSession } from './edge/answer-session.ts'
import { tooManyAttempts } from './edge/refusals.ts'
import { deviceCookie, sessionCookie } from './edge/session-cookie.ts'

export default bind(dashboard.signIn, parts => async (request, reply) => {
  const { body } = checkedBody(request, dashboard.signIn)
  const former = sessionCookie(parts.config).read(request)
  const email = storedEmail(body.email)
  const answer = await signIn(parts.database, {
    email,
    device: knownDevice(parts.secrets.device, email, deviceCookie(parts.config).read(request)),
    password: body.password,
    address: limiterAddress(request.ip),
    replaces: former === undefined ? undefined : hashSecret(former),
  })
  if (answer.kind === 'limited') throw tooManyAttempts(answer.retryAfterSeconds)
  if (answer.kind === 'wrong') throw new Refusal('wrong_credentials')
  return answerSession(parts, reply, { token: answer.token, message: 'You are signed in.' })
})
