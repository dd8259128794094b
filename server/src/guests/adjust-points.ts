import type { Guest, PointsAdjustment } from '@millrace/contract/guest'
import { newId } from '#base/ids.ts'
import type { Sql } from '#db/sql.ts'
import { type GuestRow, guestColumns, guestColumnsOf, toGuest } from './guest-row.ts'
import type { Consequences, UpdatedGuest } from './update-guest.ts'

/** Points that a member adds or removes, with a reason: a ledger entry without a run. It needs no budget. */
export async function adjustPoints(
  tx: Sql,
  organisationId: string,
  guestId: string,
  { points, reason }: PointsAdjustment,
  actor: string,
  consequences: Consequences,
): Promise<Exclude<UpdatedGuest, { kind: 'external_id_taken' }>> {
  const { rows } = await tx.query<GuestRow>(
    `UPDATE guests SET points = points + $3, updated_at = now() WHERE organisation_id = $1 AND id = $2
     RETURNING ${guestColumns}`,
    [organisationId, guestId, points],
  )
  if (rows[0] === undefined) return { kind: 'not_found' }
  const guest: Guest = toGuest(rows[0])
  await tx.query(
    `INSERT INTO points_entries (organisation_id, run_id, node_id, guest_id, points, reason, actor, created_at)
     VALUES ($1, $2, '', $3, $4, $5, $6, now())`,
    [organisationId, newId(), guestId, points, reason, actor],
  )
  await consequences(tx, { ...guest, points: guest.points - points }, guest)
  return { kind: 'updated', guest }
}

/** What many guests have more or less than before, by an import: an entry for each, with the import as its reason. */
export async function adjustMany(
  tx: Sql,
  organisationId: string,
  differences: readonly { readonly guestId: string; readonly points: number }[],
  actor: string,
): Promise<Guest[]> {
  if (differences.length === 0) return []
  const given = [differences.map(({ guestId }) => guestId), differences.map(({ points }) => points)]
  const { rows } = await tx.query<GuestRow>(
    `UPDATE guests SET points = guests.points + d.points, updated_at = now()
     FROM unnest($2::uuid[], $3::bigint[]) AS d (id, points)
     WHERE guests.organisation_id = $1 AND guests.id = d.id
     RETURNING ${guestColumnsOf('guests')}`,
    [organisationId, ...given],
  )
  await tx.query(
    `INSERT INTO points_entries (organisation_id, run_id, node_id, guest_id, points, reason, actor, created_at)
     SELECT $1, d.entry, '', d.guest_id, d.points, 'Import', $5, now()
     FROM unnest($2::uuid[], $3::bigint[], $4::uuid[]) AS d (guest_id, points, entry)`,
    [organisationId, ...given, differences.map(() => newId()), actor],
  )
  return rows.map(toGuest)
}
