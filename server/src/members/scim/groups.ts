import { newId } from '#base/ids.ts'
import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'
import { holdOrganisation } from '../single-sign-on/admit.ts'
import type { Filter } from './read-filter.ts'
import type { GroupChange, GroupFields, MembersChange } from './read-group.ts'
import { type Listed, type Page, type Paging, readPage } from './read-page.ts'
import { invalidValue, notFound, ScimRefusal } from './scim-refusal.ts'
import { SCIM_ACTOR, settle } from './settle.ts'

export interface StoredGroup extends GroupFields {
  readonly id: string
  readonly members: readonly { readonly value: string; readonly display: string }[]
  readonly createdAt: Date
  readonly updatedAt: Date
}

const GROUP = `g.id, g.name, g.external_id AS "externalId", g.created_at AS "createdAt", g.updated_at AS "updatedAt",
  coalesce((SELECT jsonb_agg(jsonb_build_object('value', u.id, 'display', u.user_name) ORDER BY u.id)
    FROM scim_group_members b JOIN scim_users u ON u.organisation_id = b.organisation_id AND u.id = b.user_id
    WHERE b.organisation_id = g.organisation_id AND b.group_id = g.id), '[]') AS members`

const listed: Listed = {
  table: 'scim_groups g',
  columns: GROUP,
  where: `CASE $2 WHEN 'displayName' THEN g.name = $3 WHEN 'externalId' THEN g.external_id = $3 ELSE g.id::text = $3 END`,
}

export const listGroups = (
  sql: Sql,
  organisationId: string,
  filter: Filter<'displayName' | 'externalId' | 'id'> | undefined,
  paging: Paging,
): Promise<Page<StoredGroup>> => readPage(sql, organisationId, listed, filter, paging)

/** Throws where there is none. */
export async function findGroup(sql: Sql, organisationId: string, id: string): Promise<StoredGroup> {
  const { rows } = await sql.query<StoredGroup>(
    `SELECT ${GROUP} FROM scim_groups g WHERE g.organisation_id = $1 AND g.id::text = $2`,
    [organisationId, id],
  )
  if (rows[0] === undefined) throw notFound('group')
  return rows[0]
}

export async function createGroup(
  tx: Sql,
  organisationId: string,
  { fields, members }: GroupChange,
): Promise<StoredGroup> {
  await holdOrganisation(tx, organisationId)
  const id = newId()
  const { rowCount } = await tx.query(
    `INSERT INTO scim_groups (organisation_id, id, name, external_id) VALUES ($1, $2, $3, $4)
     ON CONFLICT (organisation_id, name) DO NOTHING`,
    [organisationId, id, fields.name, fields.externalId],
  )
  if (rowCount === 0) throw taken()
  await audit(tx, organisationId, 'scim_group.created', id, fields)
  await changeMembers(tx, organisationId, id, members)
  return findGroup(tx, organisationId, id)
}

export async function changeGroup(
  tx: Sql,
  organisationId: string,
  id: string,
  read: (before: GroupFields) => GroupChange,
): Promise<StoredGroup> {
  await holdOrganisation(tx, organisationId)
  const before = await findGroup(tx, organisationId, id)
  const { fields, members } = read(before)
  const renamed = fields.name !== before.name || fields.externalId !== before.externalId
  if (renamed) {
    const { rowCount } = await tx.query(
      `UPDATE scim_groups g SET name = $3, external_id = $4, updated_at = now()
       WHERE organisation_id = $1 AND id = $2 AND NOT EXISTS (
         SELECT FROM scim_groups o WHERE o.organisation_id = $1 AND o.name = $3 AND o.id <> g.id)`,
      [organisationId, before.id, fields.name, fields.externalId],
    )
    if (rowCount === 0) throw taken()
  }
  await audit(tx, organisationId, 'scim_group.changed', before.id, fields)
  await changeMembers(tx, organisationId, before.id, members)
  // By another name it may give another role.
  if (renamed) await settle(tx, organisationId, await memberIds(tx, organisationId, before.id))
  return findGroup(tx, organisationId, before.id)
}

export async function deleteGroup(tx: Sql, organisationId: string, id: string): Promise<void> {
  await holdOrganisation(tx, organisationId)
  const group = await findGroup(tx, organisationId, id)
  await tx.query('DELETE FROM scim_groups WHERE organisation_id = $1 AND id = $2', [organisationId, group.id])
  await audit(tx, organisationId, 'scim_group.deleted', group.id, group)
  await settle(
    tx,
    organisationId,
    group.members.map(({ value }) => value),
  )
}

async function changeMembers(
  tx: Sql,
  organisationId: string,
  groupId: string,
  changes: readonly MembersChange[],
): Promise<void> {
  if (changes.length === 0) return
  const before = await memberIds(tx, organisationId, groupId)
  for (const { kind, ids } of changes) {
    const key = [organisationId, groupId, ids]
    if (kind === 'remove') {
      await tx.query(
        `DELETE FROM scim_group_members
         WHERE organisation_id = $1 AND group_id = $2 AND user_id::text = ANY ($3)`,
        key,
      )
      continue
    }
    if (kind === 'set') {
      await tx.query(
        `DELETE FROM scim_group_members
         WHERE organisation_id = $1 AND group_id = $2 AND user_id::text <> ALL ($3)`,
        key,
      )
    }
    const known = await tx.query<{ id: string }>(
      'SELECT id FROM scim_users WHERE organisation_id = $1 AND id::text = ANY ($2)',
      [organisationId, ids],
    )
    if (known.rows.length < new Set(ids).size) {
      throw invalidValue('A member of the group is not a user here. Create the user first.')
    }
    await tx.query(
      `INSERT INTO scim_group_members (organisation_id, group_id, user_id) SELECT $1, $2, unnest($3::uuid[])
       ON CONFLICT DO NOTHING`,
      key,
    )
  }
  await settle(tx, organisationId, [...before, ...(await memberIds(tx, organisationId, groupId))])
}

async function memberIds(tx: Sql, organisationId: string, groupId: string): Promise<string[]> {
  const { rows } = await tx.query<{ user_id: string }>(
    'SELECT user_id FROM scim_group_members WHERE organisation_id = $1 AND group_id = $2 ORDER BY user_id',
    [organisationId, groupId],
  )
  return rows.map(row => row.user_id)
}

const taken = () => new ScimRefusal(409, 'uniqueness', 'There is a group with this displayName.')

const audit = (
  tx: Sql,
  organisationId: string,
  action: string,
  subject: string,
  { name, externalId }: GroupFields,
) =>
  recordAudit(tx, organisationId, {
    actor: SCIM_ACTOR,
    action,
    subject,
    detail: { group: name, external_id: externalId },
  })
