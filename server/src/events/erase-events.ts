import type { Sql } from '#db/sql.ts'

/**
 * Removes guests from their events. What stays: that an event came, from which source, and which workflows it started
 * or not. Deletes the guests' re-entry records.
 */
export async function eraseEvents(
  tx: Sql,
  organisationId: string,
  guestIds: readonly string[],
  replacement: string,
): Promise<void> {
  await tx.query(
    `UPDATE events
     SET guest_id = $3, parameters = '{}',
         receipt = json_build_object(
           'workflow_runs', receipt -> 'workflow_runs',
           'skipped', (SELECT coalesce(json_agg(json_build_object(
                         'workflow_id', s -> 'workflow_id', 'reason', s -> 'reason', 'detail', '{}'::json)), '[]')
                       FROM json_array_elements(receipt -> 'skipped') AS s),
           'warnings', '[]'::json)
     WHERE organisation_id = $1 AND guest_id = ANY($2)`,
    [organisationId, guestIds, replacement],
  )
  await tx.query('DELETE FROM re_entries WHERE organisation_id = $1 AND guest_id = ANY($2)', [
    organisationId,
    guestIds,
  ])
}
