import { dashboard } from '@millrace/contract/operations/dashboard'
import { storedEmail } from '#members/account.ts'
import { siteOf } from '#members/second-factor/passkeys.ts'
import { signIn } from '#members/sign-in.ts'
import { bind } from '../bind.ts'
import { checkedBody } from '../edge/checked-body.ts'
import { Refusal } from '../refusal.ts'
import { answerSession } from './edge/answer-session.ts'
import { whereFrom } from './edge/answered.ts'
import { answerQuestion } from './edge/ask-second-factor.ts'
import { tooManyAttempts } from './edge/refusals.ts'

export default bind(dashboard.signIn, parts => async (request, reply) => {
  const { body } = checkedBody(request, dashboard.signIn)
  const email = storedEmail(body.email)
  const answer = await signIn(parts.database, {
    email,
    password: body.password,
    site: siteOf(parts.config.baseUrl),
    ...whereFrom(parts, request),
  })
  if (answer.kind === 'limited') throw tooManyAttempts(answer.retryAfterSeconds)
  if (answer.kind === 'wrong') throw new Refusal('wrong_credentials')
  if (answer.kind === 'single_sign_on_needed') throw new Refusal('single_sign_on_needed')
  if (answer.kind === 'second_factor') return answerQuestion(reply, answer.question)
  return answerSession(parts, reply, { token: answer.token, message: 'You are signed in.' })
})
