import type { NewView, SavedView, ViewChange } from '@millrace/contract/dashboard/views'
import { newId } from '#base/ids.ts'
import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'

/** More tabs than anyone keeps; a bound on what one member can store. */
const MOST_OWN = 100

interface Asking {
  readonly organisationId: string
  readonly id: string
}

/** Who changes a view, which is in the audit log where others see it. */
interface Changing extends Asking {
  readonly email: string
}

const VIEWS = `
  SELECT v.id, v.list, v.name, v.filters, v.shared, v.member_id = $2 AS own, m.name AS saved_by
  FROM saved_views v LEFT JOIN organisation_members() m ON m.id = v.member_id
  WHERE v.organisation_id = $1 AND (v.shared OR v.member_id = $2)`

type Row = Omit<SavedView, 'own'> & { readonly own: boolean | null }
const toView = (row: Row): SavedView => ({ ...row, own: row.own ?? false })

/** Those that the member sees: their own, and the shared ones. */
export async function listViews(
  tx: Sql,
  { organisationId, id: memberId }: Asking,
  list: string | undefined,
): Promise<SavedView[]> {
  const { rows } = await tx.query<Row>(
    `${VIEWS} AND ($3::text IS NULL OR v.list = $3) ORDER BY lower(v.name), v.id`,
    [organisationId, memberId, list ?? null],
  )
  return rows.map(toView)
}

export async function findView(
  tx: Sql,
  { organisationId, id: memberId }: Asking,
  id: string,
): Promise<SavedView | undefined> {
  const { rows } = await tx.query<Row>(`${VIEWS} AND v.id = $3`, [organisationId, memberId, id])
  return rows[0] && toView(rows[0])
}

/** undefined: the member has as many as can be kept. */
export async function saveView(
  tx: Sql,
  asking: Changing,
  { list, name, filters, shared }: NewView,
): Promise<SavedView | undefined> {
  const { organisationId, id: memberId } = asking
  const id = newId()
  const { rowCount } = await tx.query(
    `INSERT INTO saved_views (organisation_id, id, member_id, list, name, filters, shared)
     SELECT $1, $3, $2, $4, $5, $6, $7
     WHERE (SELECT count(*) FROM saved_views WHERE organisation_id = $1 AND member_id = $2) < $8`,
    [organisationId, memberId, id, list, name.trim(), JSON.stringify(filters), shared, MOST_OWN],
  )
  if (rowCount !== 1) return undefined
  if (shared) await note(tx, asking, 'view.shared', name.trim())
  return findView(tx, asking, id)
}

const note = (tx: Sql, { organisationId, email: actor }: Changing, action: string, subject: string) =>
  recordAudit(tx, organisationId, { actor, action, subject })

/** A view whose author has left goes to the member who stops sharing it: otherwise nobody could see it. */
export async function changeView(
  tx: Sql,
  changing: Changing,
  before: SavedView,
  { name, filters, shared }: ViewChange,
): Promise<void> {
  const { organisationId, id: memberId } = changing
  await tx.query(
    `UPDATE saved_views
     SET name = coalesce($3, name), filters = coalesce($4, filters), shared = coalesce($5, shared),
       member_id = CASE WHEN $5 = false THEN coalesce(member_id, $6) ELSE member_id END
     WHERE organisation_id = $1 AND id = $2`,
    [
      organisationId,
      before.id,
      name?.trim() ?? null,
      filters ? JSON.stringify(filters) : null,
      shared ?? null,
      memberId,
    ],
  )
  if (before.shared) await note(tx, changing, 'view.changed', before.name)
  else if (shared) await note(tx, changing, 'view.shared', name?.trim() ?? before.name)
}

export async function deleteView(
  tx: Sql,
  changing: Changing,
  { id, name, shared }: SavedView,
): Promise<void> {
  await tx.query('DELETE FROM saved_views WHERE organisation_id = $1 AND id = $2', [
    changing.organisationId,
    id,
  ])
  if (shared) await note(tx, changing, 'view.deleted', name)
}

/** Before a membership ends: what was not shared goes with it, and the rest stays without a name. */
export async function forgetViews(tx: Sql, { organisationId, id: memberId }: Asking): Promise<void> {
  await tx.query('DELETE FROM saved_views WHERE organisation_id = $1 AND member_id = $2 AND NOT shared', [
    organisationId,
    memberId,
  ])
}
