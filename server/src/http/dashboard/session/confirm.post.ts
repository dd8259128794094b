import { Confirmation, SessionAnswer } from '@millrace/contract/session'
import { limiterAddress } from '#access/address.ts'
import { checkPassword } from '#members/check-password.ts'
import { confirmSession } from '#members/session.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { Refusal } from '../../refusal.ts'
import { route } from '../../route.ts'
import { answerSession } from '../edge/answer-session.ts'
import { tooManyAttempts } from '../edge/refusals.ts'

export default route({
  method: 'POST',
  url: '/dashboard/api/session/confirm',
  access: 'session',
  schema: {
    operationId: 'confirmSession',
    tags: ['Dashboard'],
    summary: 'Give the password once more, for ten minutes',
    body: Confirmation,
    response: { 200: SessionAnswer },
  },
  options: { attachValidation: true },
  handler: parts => async (request, reply) => {
    const { body } = checkedBody(request, Confirmation)
    const { member, hash } = request.session
    const attempt = { email: member.email, address: limiterAddress(request.ip), password: body.password }
    const verdict = await checkPassword(parts.database, attempt)
    if (verdict.kind === 'limited') throw tooManyAttempts(verdict.retryAfterSeconds)
    if (verdict.kind === 'wrong') throw new Refusal('wrong_password')
    const token = await confirmSession(parts.database.engineSql, hash)
    if (token === undefined) throw new Refusal('sign_in_needed')
    return answerSession(parts, reply, { token, message: 'Confirmed for ten minutes.' })
  },
})
