import { newId } from '#base/ids.ts'
import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'
import { holdOrganisation } from '../single-sign-on/admit.ts'
import type { Filter } from './read-filter.ts'
import { type Listed, type Page, type Paging, readPage } from './read-page.ts'
import type { UserFields } from './read-user.ts'
import { invalidValue, notFound, ScimRefusal } from './scim-refusal.ts'
import { leave, SCIM_ACTOR, settle } from './settle.ts'

export interface StoredUser extends UserFields {
  readonly id: string
  readonly groups: readonly { readonly value: string; readonly display: string }[]
  readonly createdAt: Date
  readonly updatedAt: Date
}

const USER = `u.id, u.user_name AS "userName", u.external_id AS "externalId", u.name, u.active,
  u.created_at AS "createdAt", u.updated_at AS "updatedAt",
  coalesce((SELECT jsonb_agg(jsonb_build_object('value', g.id, 'display', g.name) ORDER BY g.name)
    FROM scim_group_members b JOIN scim_groups g ON g.organisation_id = b.organisation_id AND g.id = b.group_id
    WHERE b.organisation_id = u.organisation_id AND b.user_id = u.id), '[]') AS groups`

const listed: Listed = {
  table: 'scim_users u',
  columns: USER,
  where: `CASE $2 WHEN 'userName' THEN u.user_name = lower($3)
    WHEN 'externalId' THEN u.external_id = $3 ELSE u.id::text = $3 END`,
}

export const listUsers = (
  sql: Sql,
  organisationId: string,
  filter: Filter<'userName' | 'externalId' | 'id'> | undefined,
  paging: Paging,
): Promise<Page<StoredUser>> => readPage(sql, organisationId, listed, filter, paging)

/** Throws where there is none. */
export async function findUser(sql: Sql, organisationId: string, id: string): Promise<StoredUser> {
  const { rows } = await sql.query<StoredUser>(
    `SELECT ${USER} FROM scim_users u WHERE u.organisation_id = $1 AND u.id::text = $2`,
    [organisationId, id],
  )
  if (rows[0] === undefined) throw notFound('user')
  return rows[0]
}

/** A member with the address becomes the user: they are one person, since the domain is the organisation's. */
export async function createUser(tx: Sql, organisationId: string, user: UserFields): Promise<StoredUser> {
  await holdOrganisation(tx, organisationId)
  await requireProven(tx, organisationId, user.userName)
  const id = newId()
  const { rowCount } = await tx.query(
    `INSERT INTO scim_users (organisation_id, id, user_name, external_id, name, active)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (organisation_id, user_name) DO NOTHING`,
    [organisationId, id, user.userName, user.externalId, user.name, user.active],
  )
  if (rowCount === 0) throw taken()
  await audit(tx, organisationId, 'scim_user.created', id, user)
  await settle(tx, organisationId, [id])
  return findUser(tx, organisationId, id)
}

export async function changeUser(
  tx: Sql,
  organisationId: string,
  id: string,
  read: (before: UserFields) => UserFields,
): Promise<StoredUser> {
  await holdOrganisation(tx, organisationId)
  const before = await findUser(tx, organisationId, id)
  const user = read(before)
  if (isSame(before, user)) return before
  if (user.userName !== before.userName) {
    await requireProven(tx, organisationId, user.userName)
    await requireFree(tx, organisationId, before, user.userName)
  }
  await tx.query(
    `UPDATE scim_users SET user_name = $3, external_id = $4, name = $5, active = $6, updated_at = now()
     WHERE organisation_id = $1 AND id = $2`,
    [organisationId, before.id, user.userName, user.externalId, user.name, user.active],
  )
  const ending = before.active && !user.active
  await audit(tx, organisationId, ending ? 'scim_user.deactivated' : 'scim_user.changed', before.id, user)
  await settle(tx, organisationId, [before.id])
  return findUser(tx, organisationId, before.id)
}

export async function deleteUser(tx: Sql, organisationId: string, id: string): Promise<void> {
  await holdOrganisation(tx, organisationId)
  const user = await findUser(tx, organisationId, id)
  const { rows } = await tx.query<{ member_id: string | null }>(
    'DELETE FROM scim_users WHERE organisation_id = $1 AND id = $2 RETURNING member_id',
    [organisationId, user.id],
  )
  await leave(tx, organisationId, { member_id: rows[0]?.member_id ?? null, user_name: user.userName })
  await audit(tx, organisationId, 'scim_user.deleted', user.id, user)
}

const isSame = (a: UserFields, b: UserFields) =>
  a.userName === b.userName && a.externalId === b.externalId && a.name === b.name && a.active === b.active

const taken = () => new ScimRefusal(409, 'uniqueness', 'There is a user with this userName.')

/** An address of a domain that only counts because it did before is not enough: the provider is believed about others. */
async function requireProven(tx: Sql, organisationId: string, email: string): Promise<void> {
  const { rowCount } = await tx.query(
    `SELECT FROM single_sign_on_domains
     WHERE organisation_id = $1 AND domain = split_part($2, '@', 2) AND proven_at IS NOT NULL`,
    [organisationId, email],
  )
  if (rowCount !== 0) return
  throw invalidValue(
    `The domain of ${email} is not proven. An owner can do that in Millrace, under Single sign-on.`,
  )
}

/** An address has one user and one member in an organisation. */
async function requireFree(
  tx: Sql,
  organisationId: string,
  { id }: Pick<StoredUser, 'id'>,
  email: string,
): Promise<void> {
  const { rowCount } = await tx.query(
    `SELECT FROM scim_users WHERE organisation_id = $1 AND user_name = $2
     UNION ALL SELECT FROM memberships s JOIN members m ON m.id = s.member_id
     WHERE s.organisation_id = $1 AND m.email = $2 AND m.id IS DISTINCT FROM (
       SELECT member_id FROM scim_users WHERE organisation_id = $1 AND id = $3)`,
    [organisationId, email, id],
  )
  if (rowCount !== 0) throw taken()
}

const audit = (
  tx: Sql,
  organisationId: string,
  action: string,
  subject: string,
  { userName, active }: UserFields,
) =>
  recordAudit(tx, organisationId, { actor: SCIM_ACTOR, action, subject, detail: { email: userName, active } })
