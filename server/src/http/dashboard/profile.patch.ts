import { dashboard } from '@millrace/contract/operations/dashboard'
import type { FastifyRequest } from 'fastify'
import { limiterAddress } from '#access/address.ts'
import { checkOwnPassword, isOfAnotherAccount, OF_ANOTHER_ACCOUNT } from '#members/check-password.ts'
import { judgeAside } from '#members/judge-aside.ts'
import { changePassword, chooseLanguage, rename } from '#members/profile.ts'
import { bind } from '../bind.ts'
import { checkedBody } from '../edge/checked-body.ts'
import type { HttpParts } from '../parts.ts'
import { Refusal } from '../refusal.ts'
import { answerSession } from './edge/answer-session.ts'
import { tooManyAttempts } from './edge/refusals.ts'
import { sessionCookie } from './edge/session-cookie.ts'

export default bind(dashboard.changeProfile, parts => {
  const cookie = sessionCookie(parts.config)
  return async (request, reply) => {
    const { body } = checkedBody(request, dashboard.changeProfile)
    const renewed =
      body.new_password === undefined
        ? undefined
        : await replacePassword(parts, request, body.current_password, body.new_password)
    if (body.name !== undefined) await rename(parts.database, request.session, body.name.trim())
    if (body.language !== undefined) await chooseLanguage(parts.database, request.session, body.language)
    const token = renewed ?? (cookie.read(request) as string)
    return answerSession(parts, reply, { token, message: 'Your profile is changed.' })
  }
})

async function replacePassword(
  { database }: HttpParts,
  { ip, session }: FastifyRequest,
  current: string | undefined,
  wanted: string,
): Promise<string> {
  const { member } = session
  if (current === undefined) {
    throw new Refusal('validation_failed', { errors: { current_password: ['is required'] } })
  }
  // Counted before the new one is judged, which takes longer than a request may.
  const verdict = await checkOwnPassword(database, member.id, {
    email: member.email,
    address: limiterAddress(ip),
    password: current,
  })
  if (verdict.kind === 'limited') throw tooManyAttempts(verdict.retryAfterSeconds)
  if (verdict.kind === 'wrong') throw new Refusal('wrong_password')
  const faults = await judgeAside(wanted, member)
  if (await isOfAnotherAccount(database, member, wanted)) faults.push(OF_ANOTHER_ACCOUNT)
  if (faults.length > 0) throw new Refusal('validation_failed', { errors: { new_password: faults } })
  const token = await changePassword(database, session, wanted)
  if (token === undefined) throw new Refusal('sign_in_needed')
  return token
}
