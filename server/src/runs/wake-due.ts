import { faultPoint } from '#base/fault-point.ts'
import type { Sql } from '#db/sql.ts'
import type { Queue } from '#queue/queue.ts'
import { enqueueRuns, type RunToAdvance } from './advance-job.ts'

/**
 * Wakes runs whose time has come: ends their wait and adds their jobs, in one transaction, so that none is woken
 * twice or forgotten. Runs that another process is just waking are skipped. Returns how many there were; a full
 * batch means that there may be more.
 *
 * The database's clock decides, and only it: a wait that is not over by it is not over.
 */
export async function wakeDue(tx: Sql, queue: Pick<Queue, 'enqueue'>, limit: number): Promise<number> {
  const { rows } = await tx.query<RunToAdvance>(
    `WITH due AS (
       SELECT organisation_id, id FROM runs
       WHERE resumes_at <= now() AND status = 'waiting'
       ORDER BY resumes_at LIMIT $1
       FOR NO KEY UPDATE SKIP LOCKED
     )
     UPDATE runs SET status = 'running', sequence = sequence + 1, waiting_for = NULL, resumes_at = NULL,
                     resumption = '{"kind": "time"}'
     FROM due WHERE runs.organisation_id = due.organisation_id AND runs.id = due.id
     RETURNING runs.organisation_id, runs.id AS run_id, runs.sequence`,
    [limit],
  )
  if (rows.length === 0) return 0
  faultPoint('wake:woken')
  await enqueueRuns(tx, queue, rows)
  return rows.length
}
