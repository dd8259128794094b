import { believedTime, clockHolds } from '#db/believed-time.ts'
import type { Sql } from '#db/sql.ts'
import type { Queue } from '#queue/queue.ts'
import { wakeRuns } from '../change/wake-runs.ts'

/**
 * Wakes runs whose time has come. Runs that another process is waking now are skipped. Returns how many there were; a
 * full batch means that there may be more.
 *
 * Only the database's clock decides when a wait is over, and while it has just jumped, none is.
 */
export async function wakeDue(tx: Sql, queue: Pick<Queue, 'enqueue'>, limit: number): Promise<number> {
  const woken = await wakeRuns(tx, queue, {
    from: 'waiting',
    chosen: `SELECT organisation_id, id, '{"kind": "time"}'::jsonb AS resumption FROM runs
             WHERE resumes_at <= now() AND status = 'waiting' AND ${clockHolds('$2')}
             ORDER BY resumes_at LIMIT $1
             FOR NO KEY UPDATE SKIP LOCKED`,
    values: [limit, believedTime.forClaims()],
  })
  return woken.length
}
