import type { NewGuest } from '@millrace/contract/guest'
import type { RunStatus } from '@millrace/contract/run'
import type { OrganisationSettings } from '@millrace/contract/settings'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { tokens } from '../../server/src/access/identify.ts'
import { newId } from '../../server/src/base/ids.ts'
import type { Outcome } from '../../server/src/channels/outcome.ts'
import { type Database, inTenant, inTransaction } from '../../server/src/db/database.ts'
import type { Sql } from '../../server/src/db/sql.ts'
import { settle } from '../../server/src/deliveries/settle.ts'
import { acceptBatch } from '../../server/src/events/accept-batch.ts'
import { createLoopGuard } from '../../server/src/events/loop-guard.ts'
import { createGuest } from '../../server/src/guests/create-guest.ts'
import { claimDue } from '../../server/src/messages/claim-due.ts'
import { claim } from '../../server/src/queue/claim.ts'
import { createEnqueue, noHands } from '../../server/src/queue/enqueue.ts'
import type { Queue, Settling } from '../../server/src/queue/queue.ts'
import { release } from '../../server/src/queue/release.ts'
import { settle as settleJobs } from '../../server/src/queue/settle.ts'
import { advance } from '../../server/src/runs/advance.ts'
import { type AdvanceJob, runsOf } from '../../server/src/runs/advance-job.ts'
import { cancelRun } from '../../server/src/runs/commands/cancel-run.ts'
import { carryOutEndings } from '../../server/src/runs/commands/carry-out-endings.ts'
import { retryRun } from '../../server/src/runs/commands/retry-run.ts'
import { storeRun } from '../../server/src/runs/commands/store-run.ts'
import { createMonthsOfRuns } from '../../server/src/runs/load/months-of-runs.ts'
import { findRun } from '../../server/src/runs/read/find-run.ts'
import { listSteps } from '../../server/src/runs/read/list-steps.ts'
import { createUnsubscribeUrl } from '../../server/src/runs/unsubscribe/unsubscribe-url.ts'
import { resumePaused } from '../../server/src/runs/waits/resume-paused.ts'
import { wakeDue } from '../../server/src/runs/waits/wake-due.ts'
import type { NewMessage } from '../../server/src/steps/step.ts'
import { steps } from '../../server/src/steps/table.ts'
import { createOrganisationFactsCache } from '../../server/src/venues/organisation-facts.ts'
import { createCatalogue } from '../../server/src/workflows/catalogue.ts'
import { createWorkflow } from '../../server/src/workflows/create-workflow.ts'
import { publishWorkflow } from '../../server/src/workflows/publish-workflow.ts'
import { setWorkflowStatus } from '../../server/src/workflows/set-workflow-status.ts'
import { openPatiently } from '../support/patient-database.ts'
import type { TestDatabase } from '../support/postgres.ts'
import { rewritingPool } from '../support/rewriting-pool.ts'

export type Stage = Awaited<ReturnType<typeof openStage>>

export interface EventToSend {
  readonly source?: string | null
  readonly parameters?: Record<string, string | number | boolean | null>
  readonly serials?: string[]
}

/**
 * The engine on a real database, with every turn taken by the test and none by the clock: the test decides what happens
 * first. Jobs are stored as usual, and wait until the test has them worked on.
 */
export async function openStage(
  test: TestDatabase,
  connections = 4,
  /** For a control: the engine with a deliberate mistake. */
  mistake: { statements?: (text: string) => string; losesJobs?: () => boolean } = {},
) {
  const opened = openPatiently(test.connection, {
    tenantConnections: connections,
    engineConnections: connections,
  })
  const { statements } = mistake
  const database: Database =
    statements === undefined
      ? opened
      : {
          ...opened,
          engine: rewritingPool(opened.engine, statements),
          tenant: rewritingPool(opened.tenant, statements),
        }
  const { engine } = opened
  const enqueue = createEnqueue({ laneOf: () => 'fast' }, noHands)
  const queue: Pick<Queue, 'enqueue'> = {
    enqueue: (tx, jobs) => enqueue(tx, mistake.losesJobs?.() ? [] : jobs),
  }
  const parts = {
    database,
    queue,
    tokens,
    loops: createLoopGuard(),
    catalogue: createCatalogue(),
    organisations: createOrganisationFactsCache(),
    months: createMonthsOfRuns(),
    steps,
    unsubscribeUrl: createUnsubscribeUrl('https://millrace.example', Buffer.alloc(32)),
  }
  const organisationId = newId()
  await engine.query('INSERT INTO organisations (id, name) VALUES ($1, $2)', [organisationId, 'Stage'])

  const write = <T>(work: (tx: Sql) => Promise<T>) => inTransaction(database.engine, work)
  const asTenant = <T>(work: (tx: Sql) => Promise<T>) => inTenant(database, organisationId, work)
  const query = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await engine.query(text, values)).rows

  /**
   * Advances the runs of existing jobs as a worker would: in transactions that also end the jobs. What is `done` before the commit can
   * wait or fail; then the jobs are free again. Returns how many there were.
   */
  const workOnce = async (
    limit = 100,
    {
      engine: changed = {},
      done = async () => {},
    }: { engine?: Partial<typeof parts>; done?: () => Promise<void> } = {},
  ) => {
    const jobs = await claim<AdvanceJob>(engine, 'fast', limit)
    const settling: Settling = work =>
      inTransaction(database.engine, async tx => {
        const result = await work(tx, () => {})
        tx.later(settleJobs(tx, jobs))
        await done()
        return result
      })
    if (jobs.length === 0) return 0
    try {
      await advance(runsOf(jobs), settling, { ...parts, ...changed })
    } catch (error) {
      await release(engine, jobs)
      throw error
    }
    return jobs.length
  }

  return {
    ...parts,
    organisationId,
    query,
    write,
    asTenant,
    workOnce,
    async guest(guest: NewGuest = {}): Promise<string> {
      const made = await write(tx => createGuest(tx, organisationId, guest))
      return (made as { id: string }).id
    },
    async settings(settings: Partial<OrganisationSettings>): Promise<void> {
      await query('UPDATE organisations SET settings = $2 WHERE id = $1', [
        organisationId,
        JSON.stringify(settings),
      ])
    },
    publish: (document: WorkflowDefinition, workflowId?: string): Promise<string> =>
      write(async tx => {
        const id =
          workflowId ?? (await createWorkflow(tx, { organisationId, name: 'Test', actor: 'test' })).id
        await publishWorkflow(tx, { organisationId, workflowId: id, document, actor: 'test' })
        return id
      }),
    status: (
      workflowId: string,
      change: { status: 'active' } | { status: 'paused'; inside?: 'hold' | 'end' } | { status: 'cancelled' },
    ) => write(tx => setWorkflowStatus(tx, { organisationId, workflowId, actor: 'test', ...change })),
    /** Sends events of guests in one batch; returns the ids of the runs that each started. */
    async events(
      batch: readonly ({ readonly guestId: string } & EventToSend)[],
    ): Promise<{ id: string; runs: string[]; skipped: string[] }[]> {
      const accepted = await acceptBatch(
        parts,
        organisationId,
        batch.map(({ guestId, source = null, parameters = {}, serials = [] }) => ({
          organisationId,
          keyId: null,
          guestId,
          event: { source, parameters, serials },
          warnings: [],
        })),
      )
      return accepted.map(one => {
        if (one.kind !== 'accepted') throw new Error(`the event was not accepted: ${one.kind}`)
        const { id, workflow_runs, skipped } = one.answer.event
        return { id, runs: workflow_runs.map(run => run.id), skipped: skipped.map(({ reason }) => reason) }
      })
    },
    async event(guestId: string, event: EventToSend = {}): Promise<string[]> {
      const [one] = await this.events([{ guestId, ...event }])
      return (one as { runs: string[] }).runs
    },
    /** Starts a run of a workflow for a guest, whatever its trigger says. */
    async force(workflowId: string, guestId: string): Promise<string> {
      const stored = await storeRun(parts, { organisationId, workflowId, guestId })
      if (stored.kind !== 'stored') throw new Error(stored.kind)
      return stored.run.id
    },
    async work(): Promise<void> {
      while ((await workOnce()) > 0);
    },
    wake: () => write(tx => wakeDue(tx, queue, 1_000)),
    resume: () => write(tx => resumePaused(tx, queue, 1_000)),
    end: () => write(tx => carryOutEndings(tx, 1_000)),
    cancel: (workflowId: string, runId: string) =>
      asTenant(tx => cancelRun(tx, organisationId, { workflowId, runId })),
    retry: (runId: string) => asTenant(tx => retryRun(tx, queue, organisationId, { runId })),
    /** As if the time of the run's wait had come. */
    pass: (runId: string) =>
      query('UPDATE runs SET resumes_at = now() WHERE id = $1 AND resumes_at IS NOT NULL', [runId]),
    claim: (channel: NewMessage['channel']) =>
      write(tx => claimDue(tx, channel, { slots: 64, free: 64, busy: new Map() })),
    /** One attempt of everything that is due, with this result. Returns how many were attempted. */
    async deliver(channel: NewMessage['channel'], outcome: Outcome): Promise<number> {
      const due = await this.claim(channel)
      for (const message of due) await write(tx => settle(tx, queue, message, { outcome }, 0.5))
      return due.length
    },
    async run(id: string) {
      const run = await asTenant(tx => findRun(tx, organisationId, id))
      if (run === undefined) throw new Error('there is no such run')
      return run
    },
    stepsOf: (id: string) => asTenant(tx => listSteps(tx, organisationId, id)),
    /** The nodes it took, each with its status if it was not simply completed. */
    async path(id: string): Promise<string[]> {
      const taken = await asTenant(tx => listSteps(tx, organisationId, id))
      return taken.map(({ node_id, status, detail }) =>
        status === 'completed' ? node_id : `${node_id} ${status}${detail.reason ? `: ${detail.reason}` : ''}`,
      )
    },
    async statuses(ids: readonly string[]): Promise<RunStatus[]> {
      const rows = await query<{ id: string; status: RunStatus }>(
        'SELECT id, status FROM runs WHERE id = ANY($1)',
        [ids],
      )
      const byId = new Map(rows.map(row => [row.id, row.status]))
      return ids.map(id => byId.get(id) as RunStatus)
    },
    async points(guestId: string): Promise<number> {
      const [row] = await query<{ points: number }>('SELECT points FROM guests WHERE id = $1', [guestId])
      return (row as { points: number }).points
    },
    async close(): Promise<void> {
      await opened.close()
      await test.drop()
    },
  }
}

const contacted = { contacted: true, durationMs: 1 }
export const delivered: Outcome = { kind: 'delivered', detail: { ...contacted, status: 200 } }
export const refused: Outcome = { kind: 'refused', code: 'http_404', message: 'No.', detail: contacted }
export const passing: Outcome = { kind: 'retry', code: 'http_503', message: 'Later.', detail: contacted }
