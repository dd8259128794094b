import type { Invitation, NewInvitation, Role } from '@millrace/contract/member'
import { newId } from '#base/ids.ts'
import { type Database, inTransaction } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'
import { storedEmail } from './account.ts'
import { JoinRefusal, join, makeReady, type Newcomer } from './join.ts'
import { findMemberByEmail } from './members.ts'
import { hashSecret, newSecret } from './secret.ts'

interface Row extends Omit<Invitation, 'created_at' | 'expires_at'> {
  created_at: Date
  expires_at: Date
}

const COLUMNS = 'id, email, role, serials, invited_by, created_at, expires_at'

const toInvitation = (row: Row): Invitation => ({
  ...row,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
})

/** Valid for seven days, and once. A second one for the same address replaces the first. */
export async function invite(
  tx: Sql,
  organisationId: string,
  actor: string,
  { email, role, serials = null }: NewInvitation,
): Promise<{ invitation: Invitation; token: string } | 'member_exists'> {
  const address = storedEmail(email)
  if ((await findMemberByEmail(tx, address)) !== undefined) return 'member_exists'
  const { token, hash } = newSecret()
  const { rows } = await tx.query<Row>(
    `INSERT INTO invitations (organisation_id, id, hash, email, role, serials, invited_by, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, now(), now() + interval '7 days')
     ON CONFLICT (organisation_id, email) DO UPDATE SET
       id = excluded.id, hash = excluded.hash, role = excluded.role, serials = excluded.serials,
       invited_by = excluded.invited_by, created_at = excluded.created_at, expires_at = excluded.expires_at
     RETURNING ${COLUMNS}`,
    [organisationId, newId(), hash, address, role, serials, actor],
  )
  const invitation = toInvitation(rows[0] as Row)
  await recordAudit(tx, organisationId, {
    actor,
    action: 'member.invited',
    subject: invitation.id,
    detail: { email: address, role, serials },
  })
  return { invitation, token }
}

export async function listInvitations(tx: Sql, organisationId: string): Promise<Invitation[]> {
  const { rows } = await tx.query<Row>(
    `SELECT ${COLUMNS} FROM invitations WHERE organisation_id = $1 AND expires_at > now() ORDER BY id`,
    [organisationId],
  )
  return rows.map(toInvitation)
}

/** false when there is no such invitation, or it is no longer valid. */
export async function withdrawInvitation(
  tx: Sql,
  organisationId: string,
  actor: string,
  id: string,
): Promise<boolean> {
  const { rows } = await tx.query<{ email: string }>(
    'DELETE FROM invitations WHERE organisation_id = $1 AND id = $2 RETURNING email',
    [organisationId, id],
  )
  if (rows[0] === undefined) return false
  await recordAudit(tx, organisationId, {
    actor,
    action: 'member.uninvited',
    subject: id,
    detail: { email: rows[0].email },
  })
  return true
}

export interface OpenInvitation {
  readonly organisationName: string
  readonly email: string
  readonly role: Role
}

/** What the holder of the link may know about it: not whether the address has an account. */
export async function findInvitation(sql: Sql, token: string): Promise<OpenInvitation | undefined> {
  const { rows } = await sql.query<{ name: string; email: string; role: Role }>(
    `SELECT o.name, i.email, i.role FROM invitations i JOIN organisations o ON o.id = i.organisation_id
     WHERE i.hash = $1 AND i.expires_at > now()`,
    [hashSecret(token)],
  )
  const found = rows[0]
  return found && { organisationName: found.name, email: found.email, role: found.role }
}

/** Returns the value of the cookie. If a link is used several times at once, only one becomes a member. */
export async function acceptInvitation(
  database: Database,
  request: Omit<Newcomer, 'email'> & { readonly token: string },
): Promise<string> {
  const open = await findInvitation(database.engineSql, request.token)
  if (open === undefined) throw new JoinRefusal({ kind: 'link_not_valid' })
  const ready = await makeReady(database, { ...request, email: open.email })
  return inTransaction(database.engine, async tx => {
    const { rows } = await tx.query<{ organisation_id: string; role: Role; serials: string[] | null }>(
      `DELETE FROM invitations WHERE hash = $1 AND email = $2 AND expires_at > now()
       RETURNING organisation_id, role, serials`,
      [hashSecret(request.token), open.email],
    )
    const taken = rows[0]
    if (taken === undefined) throw new JoinRefusal({ kind: 'link_not_valid' })
    return join(tx, ready, {
      organisationId: taken.organisation_id,
      role: taken.role,
      serials: taken.serials,
    })
  })
}
