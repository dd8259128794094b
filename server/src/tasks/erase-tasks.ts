import type { Sql } from '#db/sql.ts'

/** Removes guests from the tasks of their runs, and closes those tasks. */
export async function eraseTasks(
  tx: Sql,
  organisationId: string,
  guestIds: readonly string[],
  replacement: string,
): Promise<void> {
  await tx.query(
    `UPDATE tasks
     SET guest_id = $3, title = 'The guest was deleted', description = '', note = NULL, note_by = NULL, status = 'done', done_at = coalesce(done_at, now())
     WHERE organisation_id = $1
       AND run_id IN (SELECT id FROM runs WHERE organisation_id = $1 AND guest_id = ANY($2))`,
    [organisationId, guestIds, replacement],
  )
}
