import type { Sql } from '#db/sql.ts'
import { bareArray } from './bare-array.ts'
import type { LoadedRun } from './load-runs.ts'

export interface PointsEntry {
  readonly run: LoadedRun
  readonly nodeId: string
  readonly points: number
  readonly reason: string | null
}

/**
 * Adds ledger entries, and to each guest's balance exactly what was added to the ledger: an entry that is there
 * already, for this run and node, adds to neither.
 */
export async function writePoints(tx: Sql, entries: readonly PointsEntry[]): Promise<void> {
  await tx.query(STATEMENT, [
    bareArray(entries.map(({ run }) => run.organisationId)),
    bareArray(entries.map(({ run }) => run.id)),
    entries.map(({ nodeId }) => nodeId),
    bareArray(entries.map(({ run }) => run.guestId)),
    bareArray(entries.map(({ points }) => points)),
    entries.map(({ reason }) => reason),
  ])
}

const STATEMENT = `
  WITH added AS (
    INSERT INTO points_entries (organisation_id, run_id, node_id, guest_id, points, reason, created_at)
    SELECT e.*, now()
    FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::bigint[], $6::text[]) AS e
    ON CONFLICT (organisation_id, run_id, node_id) DO NOTHING
    RETURNING organisation_id, guest_id, points
  ), change AS (
    SELECT organisation_id, guest_id, sum(points) AS points FROM added GROUP BY organisation_id, guest_id
  )
  UPDATE guests SET points = guests.points + change.points, updated_at = now()
  FROM change WHERE guests.organisation_id = change.organisation_id AND guests.id = change.guest_id`
