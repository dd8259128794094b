import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { tokens } from '../../server/src/access/identify.ts'
import { repairPortion } from '../../server/src/connections/repair/repair-portion.ts'
import { inTransaction } from '../../server/src/db/database.ts'
import type { Sql } from '../../server/src/db/sql.ts'
import { eraseLater } from '../../server/src/erasure/erase-later.ts'
import { acceptBatch } from '../../server/src/events/accept-batch.ts'
import { createLoopGuard } from '../../server/src/events/loop-guard.ts'
import { findJob } from '../../server/src/jobs/jobs.ts'
import { type JobParts, workBackgroundJobs } from '../../server/src/jobs/work-background-jobs.ts'
import { openRuns } from '../../server/src/runs/runs.fixture.ts'
import { eventOf } from '../../server/src/simulation/invented.ts'
import { createCatalogue } from '../../server/src/workflows/catalogue.ts'
import { createTestDatabase } from '../support/postgres.ts'

export type JobGround = Awaited<ReturnType<typeof openJobs>>

/** One organisation with stored events, and workers that work on jobs when the test says so. */
export async function openJobs() {
  const runs = await openRuns(await createTestDatabase())
  const { database, organisationId, engine } = runs
  const silent = { error: () => {} }
  const partsOf = (change: Partial<JobParts> = {}): JobParts => ({
    database,
    ...engine,
    catalogue: createCatalogue(),
    logger: silent,
    eraseLater,
    repairPortion: leased => repairPortion({ database, organisations: engine.organisations }, leased),
    ...change,
  })

  return {
    ...runs,
    within: <T>(work: (tx: Sql) => Promise<T>) => inTransaction(database.engine, work),
    worker: (change: Partial<JobParts> = {}) => workBackgroundJobs(partsOf(change)),
    /** Events of these guests, in one batch, as if they had come in over HTTP. */
    async events(
      guestIds: readonly string[],
      parameters: Record<string, string | number> = {},
      serials = ['A'],
    ) {
      const incoming = guestIds.map(guestId => ({
        organisationId,
        keyId: null,
        guestId,
        event: eventOf({ source: 'till', serials, parameters }),
        warnings: [],
      }))
      const parts = { database, ...engine, tokens, loops: createLoopGuard() }
      const accepted = await acceptBatch(parts, organisationId, incoming)
      runs.queue.jobs.length = 0
      return accepted.map(one => (one.kind === 'accepted' ? one.answer.event.id : ''))
    },
    guests: (many: number) => Promise.all(Array.from({ length: many }, () => runs.guest())),
    find: (id: string) => findJob(database.engine, organisationId, id),
    /** As if the pause, or the lease of a dead worker, were over. */
    pass: () => runs.query('UPDATE undertakings SET leased_until = now() WHERE leased_until IS NOT NULL'),
    /** Lets workers work at the same time until nothing is left to do. */
    async workOff(workers: readonly (() => Promise<boolean>)[]) {
      for (;;) {
        const busy = await Promise.all(workers.map(turn => turn()))
        if (busy.some(Boolean)) continue
        const [left] = await runs.query<{ left: number }>(
          `SELECT count(*) AS left FROM undertakings WHERE status = 'running'`,
        )
        if (left?.left === 0) return
        await this.pass()
      }
    },
    replayedRuns: () =>
      runs.query<{ event_id: string; guest_id: string; trigger: string; input: { parameters: object } }>(
        `SELECT event_id, guest_id, trigger, input FROM runs WHERE trigger = 'replay'`,
      ),
  }
}

export const gives = (
  points: number,
  trigger: Partial<WorkflowDefinition['trigger']> = {},
): WorkflowDefinition => ({
  trigger: { source: 'till', ...trigger },
  start: 'give',
  nodes: [
    { id: 'give', type: 'award_points', points, next: 'end' },
    { id: 'end', type: 'end', outcome: 'success' },
  ],
})

export const anHourAgo = () => new Date(Date.now() - 3_600_000).toISOString()
