import type { OpenSession } from '@millrace/contract/session'
import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'
import { endSession, endSessions, listOwnOrganisations, liveSql, type Session } from './session.ts'

/** The visible id of a session. Derived from the stored hash, so that it is useless as a cookie. */
const ID = `encode(sha256(hash), 'hex')`

interface Row {
  id: string
  address: string
  browser: string | null
  single_sign_on: boolean
  created_at: Date
  seen_at: Date
  current: boolean
}

/** Where a member is signed in: the present session first, then by last use. */
export async function listOpenSessions(
  sql: Sql,
  { member, hash }: Pick<Session, 'member' | 'hash'>,
): Promise<OpenSession[]> {
  const { rows } = await sql.query<Row>(
    `SELECT ${ID} AS id, address, browser, single_sign_on, created_at, seen_at, hash = $2 AS current FROM sessions
     WHERE member_id = $1 AND ${liveSql} ORDER BY hash = $2 DESC, seen_at DESC, hash`,
    [member.id, hash],
  )
  return rows.map(({ created_at, seen_at, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
    seen_at: seen_at.toISOString(),
  }))
}

/** Ends one of a member's own sessions; undefined when they have no such session. */
export async function endOpenSession(
  tx: Sql,
  { member, hash }: Pick<Session, 'member' | 'hash'>,
  id: string,
): Promise<{ current: boolean } | undefined> {
  const { rows } = await tx.query<{ current: boolean }>(
    `DELETE FROM sessions WHERE member_id = $1 AND ${ID} = $3 RETURNING hash = $2 AS current`,
    [member.id, hash, id],
  )
  const [ended] = rows
  if (ended === undefined) return undefined
  await note(tx, member, 'member.ended_session')
  return ended
}

export async function signOut(tx: Sql, { member, hash }: Pick<Session, 'member' | 'hash'>): Promise<void> {
  await endSession(tx, hash)
  await note(tx, member, 'member.signed_out')
}

export async function signOutEverywhere(tx: Sql, { member }: Pick<Session, 'member'>): Promise<void> {
  await endSessions(tx, member.id)
  await note(tx, member, 'member.signed_out_everywhere')
}

async function note(tx: Sql, { id, email }: Session['member'], action: string): Promise<void> {
  for (const organisation of await listOwnOrganisations(tx, id))
    await recordAudit(tx, organisation.id, { actor: email, action, subject: id })
}
