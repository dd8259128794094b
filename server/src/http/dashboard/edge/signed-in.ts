import type { Access } from '@millrace/contract/operations/operation'
import type { FastifyRequest } from 'fastify'
import { isAtLeast } from '#members/roles.ts'
import { findSession } from '#members/session.ts'
import type { HttpParts } from '../../parts.ts'
import { Refusal } from '../../refusal.ts'
import { sessionCookie } from './session-cookie.ts'

/** Who is signed in, and may they do this? Runs before the body is read, and asks the database every time. */
export function requireSession({ config, database }: Pick<HttpParts, 'config' | 'database'>, route: Access) {
  const cookie = sessionCookie(config)
  return async (request: FastifyRequest): Promise<void> => {
    const token = cookie.read(request)
    const session = token === undefined ? undefined : await findSession(database.engineSql, token)
    if (session === undefined) {
      throw new Refusal('sign_in_needed', { headers: { 'www-authenticate': 'Session realm="millrace"' } })
    }
    request.session = session
    const { member, membership, confirmedUntil } = session
    if (route.access === 'session' && route.confirmed && confirmedUntil === undefined) {
      throw new Refusal('confirmation_needed')
    }
    if (route.access !== 'member') return
    if (membership === undefined) throw new Refusal('organisation_needed')
    if (session.secondFactorMissing) throw new Refusal('second_factor_needed')
    if (!isAtLeast(membership.role, route.role)) throw new Refusal('role_needed')
    if (route.confirmed && confirmedUntil === undefined) throw new Refusal('confirmation_needed')
    request.member = { ...membership, id: member.id, email: member.email }
  }
}
