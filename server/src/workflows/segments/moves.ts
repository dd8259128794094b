import { bareArray } from '#db/array-literal.ts'
import type { Sql } from '#db/sql.ts'
import { lockSegments } from './segment-row.ts'

/**
 * A part of the statement that changes the members of segment $2: notes who came and who went for the workflows that start
 * then. `come` and `gone` are its other parts.
 */
export const NOTE_MOVES = `
  noted AS (
    INSERT INTO segment_moves (organisation_id, workflow_id, segment_id, guest_id, entered_at)
    SELECT $1, s.workflow_id, $2, moved.guest_id, moved.entered_at
    FROM (SELECT 'enters' AS did, * FROM come UNION ALL SELECT 'leaves', * FROM gone) AS moved
    JOIN schedules s ON s.organisation_id = $1 AND s.segment_id = $2 AND s.segment_on = moved.did
    ORDER BY moved.guest_id)`

/** Those that were considered. */
export async function deleteMoves(tx: Sql, organisationId: string, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await tx.query('DELETE FROM segment_moves WHERE organisation_id = $1 AND id = ANY($2::bigint[])', [
    organisationId,
    bareArray(ids),
  ])
}

/**
 * A workflow starts by another segment, or none. Members of segments change under the lock of the segments, so that what is
 * noted afterwards is noted for what is published then.
 */
export async function dropMoves(tx: Sql, organisationId: string, workflowId: string): Promise<void> {
  await lockSegments(tx, organisationId)
  await tx.query('DELETE FROM segment_moves WHERE organisation_id = $1 AND workflow_id = $2', [
    organisationId,
    workflowId,
  ])
}
