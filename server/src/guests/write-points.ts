import { bareArray, textArray } from '#db/array-literal.ts'
import type { Sql } from '#db/sql.ts'

export interface PointsEntry {
  readonly run: { readonly organisationId: string; readonly id: string; readonly guestId: string }
  readonly nodeId: string
  readonly points: number
  readonly reason: string | null
}

/**
 * Adds entries to the ledger. The primary key refuses a second entry for the same run and node, together with
 * everything that would be written with it.
 */
export async function writePoints(tx: Sql, entries: readonly PointsEntry[]): Promise<void> {
  await tx.query(
    `INSERT INTO points_entries (organisation_id, run_id, node_id, guest_id, points, reason, created_at)
     SELECT e.*, now()
     FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::bigint[], $6::text[]) AS e`,
    [
      bareArray(entries.map(({ run }) => run.organisationId)),
      bareArray(entries.map(({ run }) => run.id)),
      textArray(entries.map(({ nodeId }) => nodeId)),
      bareArray(entries.map(({ run }) => run.guestId)),
      bareArray(entries.map(({ points }) => points)),
      textArray(entries.map(({ reason }) => reason)),
    ],
  )
}
