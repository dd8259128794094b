import type { Condition } from '@millrace/contract/condition'
import type { OrganisationSettings } from '@millrace/contract/settings'
import type { Trigger, WorkflowDefinition } from '@millrace/contract/workflow'
import { newId } from '../../server/src/base/ids.ts'
import { inTransaction } from '../../server/src/db/database.ts'
import type { Sql } from '../../server/src/db/sql.ts'
import { openRuns } from '../../server/src/runs/runs.fixture.ts'
import { startScheduled } from '../../server/src/triggers/start-scheduled.ts'
import { createCatalogue } from '../../server/src/workflows/catalogue.ts'
import { createWorkflow } from '../../server/src/workflows/create-workflow.ts'
import { publishWorkflow } from '../../server/src/workflows/publish-workflow.ts'
import { keepSegments } from '../../server/src/workflows/segments/keep-segments.ts'
import { createSegment } from '../../server/src/workflows/segments/segments.ts'
import { setWorkflowStatus } from '../../server/src/workflows/set-workflow-status.ts'
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts'
import { rewritingPool } from '../support/rewriting-pool.ts'

export type Scheduled = Awaited<ReturnType<typeof openScheduled>>

type Value = string | number | boolean | null

/** One organisation with workflows that the clock starts, and a clock of the database that the test turns. */
export async function openScheduled(
  settings: Partial<OrganisationSettings> = {},
  /** A mistake in the statements, for controls. */
  mistake: (statement: string) => string = statement => statement,
  testDatabase?: TestDatabase,
) {
  const runs = await openRuns(testDatabase ?? (await createTestDatabase()))
  const { database, organisationId, engine, query } = runs
  await query('UPDATE organisations SET settings = $2 WHERE id = $1', [
    organisationId,
    JSON.stringify({ time_zone: 'Europe/London', ...settings }),
  ])
  let now = new Date('2026-03-01T00:00:00Z')
  /** Statements of a worker that dies with one of them. */
  let dies: ((statement: string) => boolean) | undefined
  const atThisTime = (statement: string) => {
    if (dies?.(statement)) throw Object.assign(new Error('terminated'), { code: '57P01' })
    return mistake(statement).replace(/\b(now|clock_timestamp)\(\)/g, `'${now.toISOString()}'::timestamptz`)
  }
  const pool = rewritingPool(database.engine, atThisTime)
  const faults: unknown[] = []
  const worker = () => {
    const parts = {
      ...engine,
      database: { engine: pool },
      catalogue: createCatalogue(),
      logger: { error: (fault: unknown) => faults.push(fault) },
    }
    return () => startScheduled(parts)
  }
  const usual = worker()
  const within = <T>(work: (tx: Sql) => Promise<T>) => inTransaction(pool, work)

  return {
    ...runs,
    faults,
    within,
    worker,
    turnTo(moment: string) {
      now = new Date(moment)
    },
    dieWith(when: ((statement: string) => boolean) | undefined) {
      dies = when
    },
    async work(workers: readonly (() => Promise<boolean>)[] = [usual]) {
      for (;;) {
        const busy = await Promise.all(workers.map(turn => turn()))
        if (!busy.some(Boolean)) return
      }
    },
    async at(moment: string) {
      this.turnTo(moment)
      await this.work()
    },
    /** Considers who belongs to segments, until nothing is left to do. */
    async keep() {
      const logger = { error: (fault: unknown) => faults.push(fault) }
      while (await keepSegments(pool, logger));
    },
    /** With those who are in it, unless that is left for later. */
    async segment(
      name: string,
      condition: Condition,
      when: 'counted' | 'later' = 'counted',
    ): Promise<string> {
      const id = await within(async tx => {
        const created = await createSegment(tx, organisationId, { name, condition }, 'test')
        // By the clock of the test.
        await tx.query('UPDATE segments SET due_at = now() WHERE id = $1', [created.id])
        return created.id
      })
      if (when === 'counted') await this.keep()
      return id
    },
    async guestWith(attributes: Record<string, Value>, id = newId()): Promise<string> {
      await query('INSERT INTO guests (organisation_id, id, attributes) VALUES ($1, $2, $3)', [
        organisationId,
        id,
        JSON.stringify(attributes),
      ])
      return id
    },
    async venue(serial: string, timeZone: string) {
      await query('INSERT INTO venues (organisation_id, serial, name, time_zone) VALUES ($1, $2, $2, $3)', [
        organisationId,
        serial,
        timeZone,
      ])
    },
    async visit(
      guestId: string,
      occurredAt: string,
      serial: string | null = null,
      kind = 'visit',
      source = 'till',
    ) {
      await query(
        `INSERT INTO visits (organisation_id, guest_id, event_id, kind, source, serial, occurred_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [organisationId, guestId, newId(), kind, source, serial, occurredAt],
      )
    },
    publishAt: (trigger: Trigger, workflowId?: string): Promise<string> =>
      within(async tx => {
        const id =
          workflowId ?? (await createWorkflow(tx, { organisationId, name: 'Test', actor: 'test' })).id
        await publishWorkflow(tx, { organisationId, workflowId: id, document: doing(trigger), actor: 'test' })
        return id
      }),
    status: (workflowId: string, status: 'active' | 'paused' | 'cancelled') =>
      within(tx => setWorkflowStatus(tx, { organisationId, workflowId, status, actor: 'test' })),
    /** The guests that have a run, each with what the run reads. */
    started: () =>
      query<{
        guest_id: string
        created_at: Date
        trigger: string
        input: { serials: string[]; parameters: object }
      }>('SELECT guest_id, created_at, trigger, input FROM runs ORDER BY created_at, guest_id'),
    days: () =>
      query<Record<string, unknown>>(
        `SELECT day::text, time_zone, considered, started, skipped, missed, missed_because
         FROM schedule_days ORDER BY day, time_zone`,
      ),
  }
}

const doing = (trigger: Trigger): WorkflowDefinition => ({
  trigger,
  start: 'end',
  nodes: [{ id: 'end', type: 'end', outcome: 'success' }],
})
