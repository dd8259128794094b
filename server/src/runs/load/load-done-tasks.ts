import { bareArray } from '#db/array-literal.ts'
import type { Sql } from '#db/sql.ts'
import type { DoneTasks } from '#steps/step.ts'
import type { LoadedRun } from './load-runs.ts'

/**
 * The tasks of these runs that are done, by run and node, each with the name of who did it. Read only for runs that wait
 * for tasks, under the lock that is also taken when a task is done (`waits/resume-from-task.ts`).
 */
export async function loadDoneTasks(
  tx: Sql,
  runs: readonly LoadedRun[],
): Promise<ReadonlyMap<string, DoneTasks>> {
  if (runs.length === 0) return new Map()
  const { rows } = await tx.query<{ run_id: string; node_id: string; done_by: string | null }>(
    `SELECT t.run_id, t.node_id, coalesce(m.name, t.done_by) AS done_by
     FROM unnest($1::uuid[], $2::uuid[]) AS r (organisation_id, run_id)
     JOIN tasks t USING (organisation_id, run_id)
     LEFT JOIN (memberships s JOIN members m ON m.id = s.member_id)
       ON s.organisation_id = t.organisation_id AND m.email = t.done_by
     WHERE t.status = 'done'`,
    [bareArray(runs.map(run => run.organisationId)), bareArray(runs.map(run => run.id))],
  )
  const byRun = Map.groupBy(rows, ({ run_id }) => run_id)
  return new Map(
    [...byRun].map(([runId, tasks]) => [runId, new Map(tasks.map(task => [task.node_id, task.done_by]))]),
  )
}
