import type { Session as SessionBody } from '@millrace/contract/session'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '#db/database.ts'
import { newDevice } from '#members/device.ts'
import { hashSecret } from '#members/secret.ts'
import { endSession, findSession, listOpenOrganisations, type Session } from '#members/session.ts'
import type { HttpParts } from '../../parts.ts'
import { Refusal } from '../../refusal.ts'
import { deviceCookie, sessionCookie } from './session-cookie.ts'

/** Who is signed in, as the pages need it. */
export async function describeSession(
  { engineSql }: Pick<Database, 'engineSql'>,
  { member, membership, confirmedUntil, expiresAt, passkeys, singleSignOn, secondFactorMissing }: Session,
): Promise<SessionBody> {
  return {
    member,
    organisation: membership ? { id: membership.organisationId, name: membership.organisationName } : null,
    role: membership?.role ?? null,
    serials: membership?.serials ? [...membership.serials] : null,
    organisations: await listOpenOrganisations(engineSql, member.id, singleSignOn),
    confirmed_until: confirmedUntil?.toISOString() ?? null,
    expires_at: expiresAt.toISOString(),
    passkeys,
    single_sign_on: singleSignOn,
    second_factor_missing: secondFactorMissing,
  }
}

/** Sets the cookie of a new session and answers with what it is. */
export async function answerSession(
  { config, database, secrets }: Pick<HttpParts, 'config' | 'database' | 'secrets'>,
  reply: FastifyReply,
  { token, message }: { token: string; message: string },
) {
  const session = await findSession(database.engineSql, token)
  if (session === undefined) throw new Refusal('sign_in_needed')
  sessionCookie(config).issue(reply, token)
  deviceCookie(config).issue(reply, newDevice(secrets.device, session.member.id))
  return { message, session: await describeSession(database, session) }
}

/** The session that the browser had before it got another one. */
export async function endFormerSession(
  { config, database }: Pick<HttpParts, 'config' | 'database'>,
  request: FastifyRequest,
): Promise<void> {
  const token = sessionCookie(config).read(request)
  if (token !== undefined) await endSession(database.engineSql, hashSecret(token))
}
