import type { Sql } from '#db/sql.ts'

/** Deletes the tasks of runs. One that is still open stays for the staff. */
export async function deleteDoneTasks(
  tx: Sql,
  organisationId: string,
  runIds: readonly string[],
): Promise<void> {
  await tx.query(`DELETE FROM tasks WHERE organisation_id = $1 AND run_id = ANY($2) AND status = 'done'`, [
    organisationId,
    runIds,
  ])
}
