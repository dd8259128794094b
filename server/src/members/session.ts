import type { Language } from '@millrace/contract/language'
import type { Role } from '@millrace/contract/member'
import type { Sql } from '#db/sql.ts'
import { hasFactorSql } from './second-factor/factors.ts'
import { hashSecret, isSecret, newSecret } from './secret.ts'
import { enforcedSql } from './single-sign-on/enforced.ts'

/** A signed-in person, and the organisation they chose. */
export interface Session {
  readonly hash: Buffer
  readonly member: {
    readonly id: string
    readonly email: string
    readonly name: string
    /** What they read the dashboard in; null: what their browser prefers. */
    readonly language: Language | null
  }
  readonly membership: Membership | undefined
  /** Until then they need not give their password again. */
  readonly confirmedUntil: Date | undefined
  readonly expiresAt: Date
  readonly passkeys: number
  /** Started by the word of the organisation's identity provider. */
  readonly singleSignOn: boolean
  /** The organisation requires a second factor, and they have none. */
  readonly secondFactorMissing: boolean
}

export interface Membership {
  readonly organisationId: string
  readonly organisationName: string
  readonly role: Role
  /** The venues they see; null for all of them. */
  readonly serials: readonly string[] | null
}

/** A member acting in their organisation. */
export interface ActingMember extends Membership {
  readonly id: string
  readonly email: string
}

export const sessionLifetimeSeconds = 14 * 86_400

export interface NewSession {
  readonly memberId: string
  readonly organisationId: string | null
  readonly address: string
  /** As people name it; null: unknown. */
  readonly browser: string | null
  /** Of a session that an identity provider starts: when the person gave their password there; null: unknown. */
  readonly signOn?: { readonly confirmedAt: Date | null } | undefined
}

/** As when the database rolls back in favour of another transaction: the next attempt is answered as things are then. */
class MembershipEnded extends Error {
  override name = 'MembershipEnded'
  readonly code = '40001'
}

/** Always new: a token that a browser sent before never becomes a session. Returns the value of its cookie. */
export async function startSession(
  tx: Sql,
  { memberId, organisationId, address, browser, signOn }: NewSession,
): Promise<string> {
  const { token, hash } = newSecret()
  const { rowCount } = await tx.query(
    `INSERT INTO sessions (hash, member_id, organisation_id, address, browser, single_sign_on, confirmed_at)
     SELECT $1, $2, $3, $4, $5, $6, CASE WHEN $6 THEN least(now(), coalesce($7, to_timestamp(0))) ELSE now() END
     WHERE $3::uuid IS NULL OR EXISTS (SELECT FROM memberships WHERE organisation_id = $3 AND member_id = $2)`,
    [hash, memberId, organisationId, address, browser, signOn !== undefined, signOn?.confirmedAt ?? null],
  )
  if (rowCount === 0) throw new MembershipEnded('the membership ended while its member signed in')
  return token
}

interface Row {
  hash: Buffer
  id: string
  email: string
  name: string
  language: Language | null
  organisation_id: string | null
  organisation_name: string
  role: Role
  serials: string[] | null
  confirmed_until: Date | null
  expires_at: Date
  passkeys: number
  single_sign_on: boolean
  second_factor_missing: boolean
}

/** What someone may do at the identity provider counts here after half a day at the latest. */
const LIFETIME = `CASE WHEN single_sign_on THEN interval '12 hours' ELSE interval '14 days' END`

/** Whether a row of sessions has not ended by time. */
export const liveSql = `seen_at > now() - interval '12 hours' AND created_at > now() - ${LIFETIME}`

/**
 * By the value of the cookie; undefined for a session that is unknown, was ended, was not used for 12 hours, or
 * started 14 days ago (12 hours, by single sign-on). Read on every request, so that every change applies to the next one.
 */
export async function findSession(sql: Sql, token: string): Promise<Session | undefined> {
  if (!isSecret(token)) return undefined
  const { rows } = await sql.query<Row>(
    `WITH live AS (
       SELECT * FROM sessions
       WHERE hash = $1 AND ${liveSql}
     ), seen AS (
       UPDATE sessions s SET seen_at = now() FROM live
       WHERE s.hash = live.hash AND live.seen_at < now() - interval '1 minute'
     )
     SELECT l.hash, m.id, m.email, m.name, m.language, s.organisation_id, o.name AS organisation_name, s.role, s.serials,
       CASE WHEN l.confirmed_at > now() - interval '10 minutes' THEN l.confirmed_at + interval '10 minutes' END
         AS confirmed_until,
       (SELECT count(*)::int FROM passkeys p WHERE p.member_id = m.id) AS passkeys,
       coalesce(o.require_second_factor, false) AND NOT ${hasFactorSql}
         AND NOT (l.single_sign_on AND ${enforcedSql}) AS second_factor_missing,
       l.single_sign_on, least(now() + interval '12 hours', l.created_at + ${LIFETIME}) AS expires_at
     FROM live l
     JOIN members m ON m.id = l.member_id
     LEFT JOIN memberships s ON s.member_id = l.member_id AND s.organisation_id = l.organisation_id
       AND (l.single_sign_on OR NOT ${enforcedSql})
     LEFT JOIN organisations o ON o.id = s.organisation_id`,
    [hashSecret(token)],
  )
  return rows[0] && toSession(rows[0])
}

function toSession(row: Row): Session {
  return {
    hash: row.hash,
    member: { id: row.id, email: row.email, name: row.name, language: row.language },
    membership:
      row.organisation_id === null
        ? undefined
        : {
            organisationId: row.organisation_id,
            organisationName: row.organisation_name,
            role: row.role,
            serials: row.serials,
          },
    confirmedUntil: row.confirmed_until ?? undefined,
    expiresAt: row.expires_at,
    passkeys: row.passkeys,
    singleSignOn: row.single_sign_on,
    secondFactorMissing: row.second_factor_missing,
  }
}

/** The password was given again. The session gets a new token, so that the previous one is worthless. */
export async function confirmSession(sql: Sql, hash: Buffer): Promise<string | undefined> {
  const renamed = newSecret()
  const { rowCount } = await sql.query(
    'UPDATE sessions SET hash = $2, confirmed_at = now() WHERE hash = $1',
    [hash, renamed.hash],
  )
  return rowCount === 1 ? renamed.token : undefined
}

/** false when they are not a member of it. */
export async function chooseOrganisation(
  sql: Sql,
  session: Pick<Session, 'hash'>,
  organisationId: string,
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `UPDATE sessions l SET organisation_id = s.organisation_id FROM memberships s JOIN members m ON m.id = s.member_id
     WHERE l.hash = $1 AND s.member_id = l.member_id AND s.organisation_id = $2
       AND (l.single_sign_on OR NOT ${enforcedSql})`,
    [session.hash, organisationId],
  )
  return rowCount === 1
}

export async function endSession(sql: Sql, hash: Buffer): Promise<void> {
  await sql.query('DELETE FROM sessions WHERE hash = $1', [hash])
}

/** All of a member's sessions, or all except one. */
export async function endSessions(sql: Sql, memberId: string, except?: Buffer): Promise<void> {
  await sql.query('DELETE FROM sessions WHERE member_id = $1 AND ($2::bytea IS NULL OR hash <> $2)', [
    memberId,
    except ?? null,
  ])
}

export interface OwnOrganisation {
  id: string
  name: string
  role: Role
}

export async function listOwnOrganisations(sql: Sql, memberId: string): Promise<OwnOrganisation[]> {
  const { rows } = await sql.query<OwnOrganisation>(
    `SELECT o.id, o.name, s.role FROM memberships s JOIN organisations o ON o.id = s.organisation_id
     WHERE s.member_id = $1 ORDER BY o.name, o.id`,
    [memberId],
  )
  return rows
}

/** Those that a session may open: an organisation that enforces single sign-on is closed to passwords. */
export async function listOpenOrganisations(
  sql: Sql,
  memberId: string,
  singleSignOn: boolean,
): Promise<OwnOrganisation[]> {
  const { rows } = await sql.query<OwnOrganisation>(
    `SELECT o.id, o.name, s.role FROM memberships s
     JOIN organisations o ON o.id = s.organisation_id JOIN members m ON m.id = s.member_id
     WHERE s.member_id = $1 AND ($2 OR NOT ${enforcedSql}) ORDER BY o.name, o.id`,
    [memberId, singleSignOn],
  )
  return rows
}

/** Whether a session is still there, and still in this organisation: both end with the membership. */
export async function isSignedIn(sql: Sql, hash: Buffer, organisationId: string): Promise<boolean> {
  const { rowCount } = await sql.query('SELECT FROM sessions WHERE hash = $1 AND organisation_id = $2', [
    hash,
    organisationId,
  ])
  return rowCount === 1
}
