import type { WorkflowDefinition } from '@millrace/contract/workflow'
import type { ClientConfig } from 'pg'
import { newId } from '#base/ids.ts'
import { type Database, inTransaction, openDatabase } from '#db/database.ts'
import type { NewJob, Queue, Settling } from '#queue/queue.ts'
import { steps } from '#steps/table.ts'
import { createOrganisationFactsCache } from '#venues/organisation-facts.ts'
import { createCatalogue } from '#workflows/catalogue.ts'
import { createWorkflow } from '#workflows/create-workflow.ts'
import { publishWorkflow } from '#workflows/publish-workflow.ts'
import { advance } from './advance.ts'
import { type AdvanceJob, type RunToAdvance, runsOf } from './advance-job.ts'
import { insertRuns, type NewRun } from './change/insert-runs.ts'
import { createMonthsOfRuns } from './load/months-of-runs.ts'
import { createUnsubscribeUrl } from './unsubscribe/unsubscribe-url.ts'

/** A queue that only records. */
export function rememberingQueue(): Pick<Queue, 'enqueue'> & { readonly jobs: RunToAdvance[] } {
  const jobs: RunToAdvance[] = []
  return {
    jobs,
    async enqueue(_tx, added) {
      jobs.push(...runsOf(added as readonly (NewJob & { readonly data: AdvanceJob })[]))
    },
  }
}

/** A database with one organisation, for tests of its runs. */
export async function openRuns(test: { connection: ClientConfig; drop(): Promise<void> }) {
  const database: Database = openDatabase(test.connection, {
    applicationName: 'test of runs',
    tenantConnections: 2,
    engineConnections: 4,
    onError: () => {},
  })
  const organisationId = newId()
  await database.engine.query('INSERT INTO organisations (id, name) VALUES ($1, $2)', [
    organisationId,
    'Test',
  ])
  const queue = rememberingQueue()
  const engine = {
    catalogue: createCatalogue(),
    organisations: createOrganisationFactsCache(),
    months: createMonthsOfRuns(),
    steps,
    queue,
    unsubscribeUrl: createUnsubscribeUrl('https://millrace.example', Buffer.alloc(32)),
  }

  const query = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await database.engine.query(text, values)).rows

  return {
    connection: test.connection,
    database,
    organisationId,
    engine,
    queue,
    query,
    async guest(points = 0): Promise<string> {
      const id = newId()
      await query('INSERT INTO guests (organisation_id, id, points) VALUES ($1, $2, $3)', [
        organisationId,
        id,
        points,
      ])
      return id
    },
    publish: (document: WorkflowDefinition) =>
      inTransaction(database.engine, async tx => {
        const { id } = await createWorkflow(tx, { organisationId, name: 'Test', actor: 'test' })
        await publishWorkflow(tx, { organisationId, workflowId: id, document, actor: 'test' })
        return id
      }),
    async start(
      workflowId: string,
      guestIds: string[],
      change: Partial<NewRun> = {},
    ): Promise<RunToAdvance[]> {
      const runs = guestIds.map(guestId => ({
        id: newId(),
        workflowId,
        workflowVersion: 1,
        guestId,
        eventId: null,
        input: { source: 'till', serials: [], parameters: {} },
        ...change,
      }))
      const common = {
        organisationId,
        trigger: 'event',
        bypassed: [],
        createdAt: new Date().toISOString(),
      } as const
      await inTransaction(database.engine, tx => insertRuns(tx, common, runs))
      return runs.map(run => ({ organisation_id: organisationId, run_id: run.id, sequence: 0 }))
    },
    advance: async (jobs: RunToAdvance[]) => {
      const settling: Settling = work => inTransaction(database.engine, tx => work(tx, () => {}))
      const advanced = await advance(jobs, settling, engine)
      return advanced.map(({ status }) => status)
    },
    run: async (id: string) =>
      (await query<Record<string, unknown>>('SELECT * FROM runs WHERE id = $1', [id]))[0],
    steps: (id: string) =>
      query<Record<string, unknown>>('SELECT * FROM every_step WHERE run_id = $1 ORDER BY position', [id]),
    async ledger() {
      const [sums] = await query<{ entries: number; balance: number; ledger: number }>(
        `SELECT (SELECT count(*) FROM points_entries) AS entries,
                (SELECT coalesce(sum(points), 0)::bigint FROM points_entries) AS ledger,
                (SELECT sum(points)::bigint FROM guests) AS balance`,
      )
      return sums
    },
    async close() {
      await database.close()
      await test.drop()
    },
  }
}
