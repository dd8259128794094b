import type { Guest, PointsAdjustment } from '@millrace/contract/guest'
import { newId } from '#base/ids.ts'
import type { Sql } from '#db/sql.ts'
import { type GuestRow, guestColumns, toGuest } from './guest-row.ts'
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
