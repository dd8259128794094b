import type { Sql } from '#db/sql.ts'
import type { Queue } from '#queue/queue.ts'
import { enqueueRuns } from '../advance-job.ts'
import { insertStarted, type StartedRun } from '../change/insert-started.ts'
import type { Walked } from '../walk/walk.ts'

/** Stores the runs that a batch of runs has started, with their jobs: in one transaction with the steps that did so. */
export async function startRuns(
  tx: Sql,
  queue: Pick<Queue, 'enqueue'>,
  walked: readonly Walked[],
): Promise<void> {
  const started: StartedRun[] = []
  for (const { run, result } of walked) {
    for (const { nodeId, effect } of result.effects)
      if (effect.type === 'start') started.push({ run, nodeId, start: effect.start })
  }
  if (started.length === 0) return
  await insertStarted(tx, started)
  await enqueueRuns(
    tx,
    queue,
    started.map(({ run, start }) => ({
      organisation_id: run.organisationId,
      run_id: start.id,
      sequence: 0,
    })),
  )
}
