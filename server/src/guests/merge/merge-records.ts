import type { Guest } from '@millrace/contract/guest'
import type { MovedRows } from '#db/guest-rows.ts'
import { outdated } from '#db/outdated.ts'
import type { Sql } from '#db/sql.ts'
import type { MergedFields } from './merged-guest.ts'

/** For how long a merge can be undone. */
export const UNDO_DAYS = 30

export interface GuestMerge {
  readonly id: string
  readonly merged_id: string
  readonly into_id: string
  readonly actor: string
  readonly merged_at: Date
  /** null: it can no longer be undone. */
  readonly undo: MergeUndo | null
}

/** What an undo needs to know. */
export interface MergeUndo {
  readonly merged: Guest
  readonly before: MergedFields
  readonly after: MergedFields
  /** The changes of consent that the merge itself has recorded: from, and up to. */
  readonly consent_changes: readonly [number, number]
}

const COLUMNS = 'id, merged_id, into_id, actor, merged_at, undo'

export async function insertMerge(
  tx: Sql,
  organisationId: string,
  { id, merged_id, into_id, actor, undo }: Omit<GuestMerge, 'merged_at'>,
): Promise<GuestMerge> {
  const { rows } = await tx.query<GuestMerge>(
    `INSERT INTO guest_merges (organisation_id, id, merged_id, into_id, actor, undo) VALUES ($1, $2, $3, $4, $5, $6)
     RETURNING ${COLUMNS}`,
    [organisationId, id, merged_id, into_id, actor, JSON.stringify(undo)],
  )
  return rows[0] as GuestMerge
}

/** Notes what a merge has moved; what is found later is added. */
export async function noteMoved(
  tx: Sql,
  organisationId: string,
  mergeId: string,
  moved: ReadonlyMap<string, MovedRows>,
): Promise<void> {
  const some = [...moved].filter(([, { keys, kept }]) => keys.length + kept.length > 0)
  if (some.length === 0) return
  await tx.query(
    `INSERT INTO guest_merge_moves AS m (organisation_id, merge_id, "table", keys, kept)
     SELECT $1, $2, t.* FROM unnest($3::text[], $4::jsonb[], $5::jsonb[]) AS t
     ON CONFLICT (organisation_id, merge_id, "table") DO UPDATE
     SET keys = m.keys || excluded.keys, kept = m.kept || excluded.kept`,
    [
      organisationId,
      mergeId,
      some.map(([table]) => table),
      some.map(([, { keys }]) => JSON.stringify(keys)),
      some.map(([, { kept }]) => JSON.stringify(kept)),
    ],
  )
}

/** Takes what a merge has moved, for its undo. */
export async function takeMoved(
  tx: Sql,
  organisationId: string,
  mergeId: string,
): Promise<Map<string, MovedRows>> {
  const { rows } = await tx.query<MovedRows & { table: string }>(
    'DELETE FROM guest_merge_moves WHERE organisation_id = $1 AND merge_id = $2 RETURNING "table", keys, kept',
    [organisationId, mergeId],
  )
  return new Map(rows.map(({ table, keys, kept }) => [table, { keys, kept }]))
}

/** The merge in which this guest went, if it was not undone. */
export async function findMerge(
  tx: Sql,
  organisationId: string,
  mergedId: string,
): Promise<GuestMerge | undefined> {
  const { rows } = await tx.query<GuestMerge>(
    `SELECT ${COLUMNS} FROM guest_merges WHERE organisation_id = $1 AND merged_id = $2 AND undone_at IS NULL`,
    [organisationId, mergedId],
  )
  return rows[0]
}

/** The guests who were merged into this one, newest first. */
export async function mergesInto(tx: Sql, organisationId: string, guestId: string): Promise<GuestMerge[]> {
  const { rows } = await tx.query<GuestMerge>(
    `SELECT ${COLUMNS} FROM guest_merges WHERE organisation_id = $1 AND into_id = $2 AND undone_at IS NULL
     ORDER BY merged_at DESC, id DESC`,
    [organisationId, guestId],
  )
  return rows
}

export async function markUndone(
  tx: Sql,
  organisationId: string,
  mergeId: string,
  actor: string,
): Promise<void> {
  await tx.query(
    `UPDATE guest_merges SET undone_at = now(), undone_by = $3, undo = NULL, settled_at = coalesce(settled_at, now())
     WHERE organisation_id = $1 AND id = $2`,
    [organisationId, mergeId, actor],
  )
}

/** Longer than any request that found the guest before they were merged. */
const SETTLED = `interval '1 minute'`

/** Takes merges for which nothing can still be stored under the id of the merged guest. */
export async function takeUnsettled(
  tx: Sql,
  limit: number,
): Promise<(GuestMerge & { readonly organisation_id: string })[]> {
  const { rows } = await tx.query<GuestMerge & { organisation_id: string }>(
    `UPDATE guest_merges SET settled_at = now() WHERE (organisation_id, id) IN (
       SELECT organisation_id, id FROM guest_merges
       WHERE settled_at IS NULL AND merged_at < now() - ${SETTLED} ORDER BY merged_at LIMIT $1 FOR UPDATE SKIP LOCKED)
     RETURNING organisation_id, ${COLUMNS}`,
    [limit],
  )
  return rows
}

/** A guest who was merged into one who is deleted. */
export interface Forgotten {
  readonly mergedId: string
  /** null: no longer known. */
  readonly merged: Guest | null
}

/** Forgets the merges of a guest, and returns everyone who was merged into them, also through others. For an erasure. */
export async function forgetMerges(tx: Sql, organisationId: string, guestId: string): Promise<Forgotten[]> {
  const { rows } = await tx.query<Forgotten & { undone: boolean }>(
    `WITH RECURSIVE gone AS (
       SELECT merged_id FROM guest_merges WHERE organisation_id = $1 AND into_id = $2 AND undone_at IS NULL
       UNION
       SELECT m.merged_id FROM gone
       JOIN guest_merges m ON m.organisation_id = $1 AND m.into_id = gone.merged_id AND m.undone_at IS NULL
     ), theirs AS (SELECT merged_id AS id FROM gone UNION SELECT $2)
     DELETE FROM guest_merges
     WHERE organisation_id = $1
       AND (into_id IN (SELECT id FROM theirs) OR merged_id IN (SELECT id FROM theirs))
     RETURNING merged_id AS "mergedId", undo -> 'merged' AS merged, undone_at IS NOT NULL AS undone`,
    [organisationId, guestId],
  )
  return rows.filter(({ undone }) => !undone)
}

/** After 30 days a merge stays: what its undo would need is forgotten, and the old id keeps leading to the guest. */
export const outdatedMerges = [
  outdated(
    'DELETE FROM guest_merge_moves',
    'organisation_id, merge_id, "table"',
    `(organisation_id, merge_id) IN (SELECT organisation_id, id FROM guest_merges
       WHERE merged_at < now() - interval '${UNDO_DAYS} days')`,
  ),
  `UPDATE guest_merges SET undo = NULL WHERE (organisation_id, id) IN (
     SELECT organisation_id, id FROM guest_merges
     WHERE undo IS NOT NULL AND merged_at < now() - interval '${UNDO_DAYS} days' LIMIT $1 FOR UPDATE SKIP LOCKED)`,
]
