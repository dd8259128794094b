import type { OpenSession } from '@millrace/contract/session'
import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'
import { listOwnOrganisations, type Session } from './session.ts'

/** What a session is called where it can be seen. From what is stored, so that it is worth nothing as a cookie. */
const ID = `encode(sha256(hash), 'hex')`
const LIVE = `seen_at > now() - interval '12 hours' AND created_at > now() - interval '14 days'`

interface Row {
  id: string
  address: string
  created_at: Date
  seen_at: Date
  current: boolean
}

/** Where a member is signed in: the session that asks first, then the one that was used last. */
export async function listOpenSessions(
  sql: Sql,
  { member, hash }: Pick<Session, 'member' | 'hash'>,
): Promise<OpenSession[]> {
  const { rows } = await sql.query<Row>(
    `SELECT ${ID} AS id, address, created_at, seen_at, hash = $2 AS current FROM sessions
     WHERE member_id = $1 AND ${LIVE} ORDER BY hash = $2 DESC, seen_at DESC, hash`,
    [member.id, hash],
  )
  return rows.map(({ created_at, seen_at, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
    seen_at: seen_at.toISOString(),
  }))
}

/** Ends one of a member's own; undefined when they have no such session. */
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
  for (const organisation of await listOwnOrganisations(tx, member.id)) {
    await recordAudit(tx, organisation.id, {
      actor: member.email,
      action: 'member.ended_session',
      subject: member.id,
    })
  }
  return ended
}
