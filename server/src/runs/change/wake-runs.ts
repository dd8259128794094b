import { faultPoint } from '#base/fault-point.ts'
import type { Sql } from '#db/sql.ts'
import type { Queue } from '#queue/queue.ts'
import { enqueueRuns, type RunToAdvance } from '../advance-job.ts'

/** Which runs to wake, and with what. */
export interface Waking {
  /** The status they have until then. */
  readonly from: 'waiting' | 'paused'
  /** A SELECT of organisation_id, id and resumption. */
  readonly chosen: string
  /** What must still be true of a run when it is updated; needed if `chosen` has not locked it. */
  readonly still?: string
  readonly values: unknown[]
}

/**
 * Lets waiting or held runs continue: the end of the wait and the jobs are one transaction, so that no run is woken
 * twice or forgotten. Returns the ids of the runs that it woke.
 *
 * The entries of such a run in `watches` stay until its next step: only waiting runs are found by them.
 */
export async function wakeRuns(
  tx: Sql,
  queue: Pick<Queue, 'enqueue'>,
  { from, chosen, still = 'true', values }: Waking,
): Promise<string[]> {
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
  if (rows.length === 0) return []
  faultPoint('wake:woken')
  await enqueueRuns(tx, queue, rows)
  return rows.map(run => run.run_id)
}
