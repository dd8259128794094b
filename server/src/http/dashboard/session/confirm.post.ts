import { dashboard } from '@millrace/contract/operations/dashboard'
import { limiterAddress } from '#access/address.ts'
import { checkPassword } from '#members/check-password.ts'
import { confirmSession } from '#members/session.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { Refusal } from '../../refusal.ts'
import { answerSession } from '../edge/answer-session.ts'
import { tooManyAttempts } from '../edge/refusals.ts'

export default bind(dashboard.confirmSession, parts => async (request, reply) => {
  const { body } = checkedBody(request, dashboard.confirmSession)
  const { member, hash } = request.session
  const attempt = { email: member.email, address: limiterAddress(request.ip), password: body.password }
  const verdict = await checkPassword(parts.database, attempt)
  if (verdict.kind === 'limited') throw tooManyAttempts(verdict.retryAfterSeconds)
  if (verdict.kind === 'wrong') throw new Refusal('wrong_password')
  const token = await confirmSession(parts.database.engineSql, hash)
  if (token === undefined) throw new Refusal('sign_in_needed')
  return answerSession(parts, reply, { token, message: 'Confirmed for ten minutes.' })
})
