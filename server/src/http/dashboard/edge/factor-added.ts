import type { FastifyReply } from 'fastify'
import type { Sql } from '#db/sql.ts'
import { recordInOrganisations } from '#members/profile.ts'
import { factorsOf } from '#members/second-factor/factors.ts'
import { replaceRecoveryCodes } from '#members/second-factor/recovery-codes.ts'
import { confirmSession, endSessions, type Session } from '#members/session.ts'
import type { HttpParts } from '../../parts.ts'
import { Refusal } from '../../refusal.ts'
import { answerSession } from './answer-session.ts'

/**
 * What follows a new factor: the first one comes with recovery codes, and ends the member's other sessions, which were
 * started without it.
 */
export async function settleFactor(
  tx: Sql,
  { member, hash }: Pick<Session, 'member' | 'hash'>,
  entry: { readonly action: string; readonly detail?: Record<string, unknown> },
): Promise<{ token: string; codes: string[] | null }> {
  await recordInOrganisations(tx, member.id, { actor: member.email, ...entry })
  const { recoveryCodes } = await factorsOf(tx, member.id)
  const codes = recoveryCodes > 0 ? null : await replaceRecoveryCodes(tx, member.id)
  if (codes !== null) await endSessions(tx, member.id, hash)
  const token = await confirmSession(tx, hash)
  if (token === undefined) throw new Refusal('sign_in_needed')
  return { token, codes }
}

export async function answerFactor(
  parts: Pick<HttpParts, 'config' | 'database' | 'secrets'>,
  reply: FastifyReply,
  { token, codes, message }: { token: string; codes: string[] | null; message: string },
) {
  const answer = await answerSession(parts, reply, { token, message })
  return { ...answer, recovery_codes: codes }
}
