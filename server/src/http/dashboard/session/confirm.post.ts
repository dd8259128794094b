import { dashboard } from '@millrace/contract/operations/dashboard'
import { limiterAddress } from '#access/address.ts'
import { inTransaction } from '#db/database.ts'
import { checkOwnPassword } from '#members/check-password.ts'
import { takeChallenge } from '#members/second-factor/challenges.ts'
import { usePasskey } from '#members/second-factor/passkeys.ts'
import { confirmSession, type Session } from '#members/session.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import type { HttpParts } from '../../parts.ts'
import { Refusal } from '../../refusal.ts'
import { answerSession } from '../edge/answer-session.ts'
import { requireSite } from '../edge/answered.ts'
import { tooManyAttempts } from '../edge/refusals.ts'

export default bind(dashboard.confirmSession, parts => async (request, reply) => {
  const { body } = checkedBody(request, dashboard.confirmSession)
  const { member, hash } = request.session
  if (body.ticket !== undefined && body.passkey !== undefined) {
    await requireOwnPasskey(parts, member, body.ticket, body.passkey)
  } else {
    if (body.password === undefined) {
      throw new Refusal('validation_failed', { errors: { password: ['is required'] } })
    }
    const attempt = { email: member.email, address: limiterAddress(request.ip), password: body.password }
    const verdict = await checkOwnPassword(parts.database, member.id, attempt)
    if (verdict.kind === 'limited') throw tooManyAttempts(verdict.retryAfterSeconds)
    if (verdict.kind === 'wrong') throw new Refusal('wrong_password')
  }
  const token = await confirmSession(parts.database.engineSql, hash)
  if (token === undefined) throw new Refusal('sign_in_needed')
  return answerSession(parts, reply, { token, message: 'Confirmed for ten minutes.' })
})

async function requireOwnPasskey(
  parts: Pick<HttpParts, 'config' | 'database'>,
  member: Session['member'],
  ticket: string,
  answer: object,
): Promise<void> {
  const site = requireSite(parts)
  const memberId = await inTransaction(parts.database.engine, async tx => {
    const asked = await takeChallenge(tx, 'confirm', ticket)
    if (asked?.memberId !== member.id) return undefined
    return usePasskey(tx, site, { challenge: asked.challenge, answer })
  })
  if (memberId !== member.id) throw new Refusal('wrong_passkey')
}
