import { faultPoint } from '#base/fault-point.ts'
import type { Sql } from '#db/sql.ts'
import type { Queue } from '#queue/queue.ts'
import { enqueueRuns, type RunToAdvance } from '../advance-job.ts'

/** Which runs are woken, and with what. */
export interface Waking {
  /** The status they have until then. */
  readonly from: 'waiting' | 'paused'
  /** A SELECT of organisation_id, id and resumption. */
  readonly chosen: string
  /** What must still hold of a run when its turn comes; needed where `chosen` has not locked it. */
  readonly still?: string
  readonly values: unknown[]
}

/**
 * Lets runs continue that wait or are held: the end of the wait and their jobs are one transaction, so that no run is
 * woken twice or forgotten. Returns how many there were.
 *
 * What such a run listened for stays in `watches` until its next step: only a waiting run is found by it.
 */
export async function wakeRuns(
  tx: Sql,
  queue: Pick<Queue, 'enqueue'>,
  { from, chosen, still = 'true', values }: Waking,
): Promise<number> {
  const { rows } = await tx.query<RunToAdvance>(
    `WITH chosen AS (${chosen})
     UPDATE runs SET status = 'running', sequence = runs.sequence + 1, waiting_for = NULL, resumes_at = NULL,
                     held_at = NULL, resumption = chosen.resumption
     FROM chosen
     WHERE runs.organisation_id = chosen.organisation_id AND runs.id = chosen.id AND runs.status = '${from}'
       AND ${still}
     RETURNING runs.organisation_id, runs.id AS run_id, runs.sequence`,
    values,
  )
  if (rows.length === 0) return 0
  faultPoint('wake:woken')
  await enqueueRuns(tx, queue, rows)
  return rows.length
}
