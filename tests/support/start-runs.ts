import { newId } from '../../server/src/base/ids.ts'
import { inTransaction } from '../../server/src/db/database.ts'
import { createLanes, type Lanes } from '../../server/src/queue/lanes.ts'
import { openQueue } from '../../server/src/queue/open-queue.ts'
import type { Queue } from '../../server/src/queue/queue.ts'
import { enqueueRuns } from '../../server/src/runs/advance-job.ts'
import { insertRuns } from '../../server/src/runs/change/insert-runs.ts'
import type { Ground } from './ground.ts'
import type { TestDatabase } from './postgres.ts'

/** A queue that is only added to. */
export const openSender = (
  { connection }: Pick<TestDatabase, 'connection'>,
  lanes: Lanes = createLanes(() => performance.now()),
): Queue => openQueue(connection, { applicationName: 'sender', lanes, leaseMs: 10_000, onError: () => {} })

/** Starts runs of a ground's workflow in one transaction, as a process that serves requests would. */
export async function startRuns(ground: Ground, queue: Pick<Queue, 'enqueue'>, count: number): Promise<void> {
  const { organisationId, workflowId, guestIds, engine } = ground
  const runs = Array.from({ length: count }, (_, n) => ({
    id: newId(),
    workflowId,
    workflowVersion: 1,
    guestId: guestIds[n % guestIds.length] as string,
    eventId: null,
    input: { source: null, serials: [], parameters: {} },
  }))
  await inTransaction(engine, async tx => {
    const common = { organisationId, trigger: 'api', bypassed: [], createdAt: null } as const
    await insertRuns(tx, common, runs)
    const jobs = runs.map(({ id }) => ({ organisation_id: organisationId, run_id: id, sequence: 0 }))
    await enqueueRuns(tx, queue, jobs)
  })
}
