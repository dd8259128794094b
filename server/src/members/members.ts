import type { Member, MemberChange } from '@millrace/contract/member'
import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'
import { forgetViews } from './views/views.ts'

interface Row extends Omit<Member, 'created_at'> {
  created_at: Date
}

const toMember = (row: Row): Member => ({ ...row, created_at: row.created_at.toISOString() })

/** Of the organisation that the transaction names. */
export async function listMembers(tx: Sql): Promise<Member[]> {
  const { rows } = await tx.query<Row>('SELECT * FROM organisation_members() ORDER BY created_at, id')
  return rows.map(toMember)
}

export async function findMember(tx: Sql, id: string): Promise<Member | undefined> {
  const { rows } = await tx.query<Row>('SELECT * FROM organisation_members() WHERE id = $1', [id])
  return rows[0] && toMember(rows[0])
}

export async function findMemberByEmail(tx: Sql, email: string): Promise<Member | undefined> {
  const { rows } = await tx.query<Row>('SELECT * FROM organisation_members() WHERE email = $1', [email])
  return rows[0] && toMember(rows[0])
}

/** The new role applies from their next request on. */
export async function changeMember(
  tx: Sql,
  organisationId: string,
  actor: string,
  { id, role, serials = null }: MemberChange & { id: string },
): Promise<Member | 'not_found' | 'last_owner'> {
  const owners = await lockOwners(tx, organisationId)
  if (role !== 'owner' && isOnlyOne(owners, id)) return 'last_owner'
  const { rowCount } = await tx.query(
    'UPDATE memberships SET role = $3, serials = $4 WHERE organisation_id = $1 AND member_id = $2',
    [organisationId, id, role, serials],
  )
  if (rowCount === 0) return 'not_found'
  const member = (await findMember(tx, id)) as Member
  await recordAudit(tx, organisationId, {
    actor,
    action: 'member.changed',
    subject: id,
    detail: { email: member.email, role, serials },
  })
  return member
}

/** Also ends their sessions in this organisation. */
export async function removeMember(
  tx: Sql,
  organisationId: string,
  actor: string,
  { id, evenLastOwner = false }: { id: string; evenLastOwner?: boolean },
): Promise<'removed' | 'not_found' | 'last_owner'> {
  const owners = await lockOwners(tx, organisationId)
  if (!evenLastOwner && isOnlyOne(owners, id)) return 'last_owner'
  const member = await findMember(tx, id)
  if (member === undefined) return 'not_found'
  // First: who signs in is entered in the audit log and then holds the membership, so the other way round both would wait.
  await recordAudit(tx, organisationId, {
    actor,
    action: 'member.removed',
    subject: id,
    detail: { email: member.email },
  })
  await forgetViews(tx, { organisationId, id })
  await tx.query('DELETE FROM memberships WHERE organisation_id = $1 AND member_id = $2', [
    organisationId,
    id,
  ])
  return 'removed'
}

/** Two owners who remove each other at the same moment are handled one after the other. Their sign-ins do not wait. */
async function lockOwners(tx: Sql, organisationId: string): Promise<string[]> {
  const { rows } = await tx.query<{ member_id: string }>(
    `SELECT member_id FROM memberships WHERE organisation_id = $1 AND role = 'owner'
     ORDER BY member_id FOR NO KEY UPDATE`,
    [organisationId],
  )
  return rows.map(row => row.member_id)
}

const isOnlyOne = (owners: readonly string[], id: string) => owners.length === 1 && owners[0] === id
