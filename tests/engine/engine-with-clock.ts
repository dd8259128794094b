import type { WrittenEvent } from '@millrace/contract/simulation'
import { tokens } from '../../server/src/access/identify.ts'
import { newId } from '../../server/src/base/ids.ts'
import { type Database, inTransaction } from '../../server/src/db/database.ts'
import { acceptBatch } from '../../server/src/events/accept-batch.ts'
import { createLoopGuard } from '../../server/src/events/loop-guard.ts'
import { advance } from '../../server/src/runs/advance.ts'
import { createMonthsOfRuns } from '../../server/src/runs/load/months-of-runs.ts'
import { rememberingQueue } from '../../server/src/runs/runs.fixture.ts'
import { createUnsubscribeUrl } from '../../server/src/runs/unsubscribe/unsubscribe-url.ts'
import { resumeFromDelivery } from '../../server/src/runs/waits/resume-from-delivery.ts'
import { wakeDue } from '../../server/src/runs/waits/wake-due.ts'
import { eventOf } from '../../server/src/simulation/invented.ts'
import type { Resumption } from '../../server/src/steps/step.ts'
import { steps } from '../../server/src/steps/table.ts'
import {
  createOrganisationFactsCache,
  type OrganisationFacts,
} from '../../server/src/venues/organisation-facts.ts'
import { setMeaning } from '../../server/src/visits/source-meanings.ts'
import { createCatalogue } from '../../server/src/workflows/catalogue.ts'
import { createWorkflow } from '../../server/src/workflows/create-workflow.ts'
import { publishWorkflow } from '../../server/src/workflows/publish-workflow.ts'
import { rewritingPool } from '../support/rewriting-pool.ts'
import { settlingNothing } from '../support/settling.ts'
import { booked, type Case, meanings } from './simulation-graphs.ts'

export type EngineWithClock = Awaited<ReturnType<typeof openEngineWithClock>>

/** The real engine on a real database, for one workflow and one guest, with a clock that the test advances. */
export async function openEngineWithClock(database: Database, given: Case) {
  const { definition, settings, guest, spend, serials, deliveries } = given
  const organisationId = newId()
  const guestId = newId()
  // Ids contain the true time, and the engine searches them from a minute before a run started.
  const startAt = new Date()
  let now = startAt
  const atThisTime = (statement: string) =>
    statement.replace(/\b(now|clock_timestamp)\(\)/g, `'${now.toISOString()}'::timestamptz`)
  const engineRole = rewritingPool(database.engine, atThisTime)
  const tenantRole = rewritingPool(database.tenant, atThisTime)
  const queue = rememberingQueue()
  const signed = createUnsubscribeUrl('https://millrace.example', Buffer.alloc(32))
  const engine = {
    catalogue: createCatalogue(),
    organisations: createOrganisationFactsCache(),
    months: createMonthsOfRuns(),
    steps,
    queue,
    unsubscribeUrl: signed,
  }
  const query = async <Row>(text: string, values: unknown[]): Promise<Row[]> =>
    (await database.engine.query(text, values)).rows

  const workflowId = await inTransaction(database.engine, async tx => {
    await tx.query('INSERT INTO organisations (id, name, settings) VALUES ($1, $2, $3)', [
      organisationId,
      'Test',
      JSON.stringify(settings),
    ])
    await tx.query(
      `INSERT INTO venues (organisation_id, serial, name, time_zone) VALUES ($1, 'A', 'The A', 'Europe/London')`,
      [organisationId],
    )
    await tx.query(
      `INSERT INTO guests (organisation_id, id, name, email, phone, email_consent, sms_consent, tags, points)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        organisationId,
        guestId,
        guest.name,
        guest.email,
        guest.phone,
        guest.email_consent,
        guest.sms_consent,
        guest.tags,
        guest.points,
      ],
    )
    for (const [source, meaning] of Object.entries(meanings))
      await setMeaning(tx, organisationId, source, meaning, 'test')
    const { id } = await createWorkflow(tx, { organisationId, name: 'Test', actor: 'test' })
    await publishWorkflow(tx, { organisationId, workflowId: id, document: definition, actor: 'test' })
    return id
  })
  const organisation = (await engine.organisations.find(database.engine, [organisationId])).get(
    organisationId,
  ) as OrganisationFacts
  let runId = ''

  async function send(event: WrittenEvent): Promise<void> {
    const parts = {
      database: { tenant: tenantRole },
      ...engine,
      tokens,
      loops: createLoopGuard(),
    }
    const incoming = { organisationId, keyId: null, guestId, event: eventOf(event), warnings: [] }
    const [accepted] = await acceptBatch(parts, organisationId, [incoming])
    if (accepted?.kind !== 'accepted') throw new Error('the event was not accepted')
    const started = accepted.answer.event.workflow_runs.map(run => run.id)
    if (runId === '') runId = started[0] as string
    // Only the first of the runs is followed.
    else for (const id of started) await query('DELETE FROM runs WHERE id = $1', [id])
    queue.jobs.splice(0, queue.jobs.length, ...queue.jobs.filter(job => job.run_id === runId))
    await drain()
  }

  /** Everything that can happen without the clock advancing. */
  async function drain(): Promise<void> {
    for (;;) {
      const jobs = queue.jobs.splice(0)
      if (jobs.length > 0) await advance(jobs, settlingNothing(engineRole), engine)
      else if (!(await settle())) return
    }
  }

  async function settle(): Promise<boolean> {
    const [waiting] = await query<{ node_id: string; message_id: string }>(
      `SELECT node_id, waiting_for->>'message_id' AS message_id FROM runs
       WHERE id = $1 AND status = 'waiting' AND waiting_for->>'type' = 'delivery'`,
      [runId],
    )
    if (waiting === undefined) return false
    const chosen = deliveries[waiting.node_id]
    const resumption: Resumption =
      chosen?.outcome === 'failed'
        ? { kind: 'undelivered', code: 'simulated', message: chosen.message ?? '', detail: {} }
        : { kind: 'delivered', detail: { status: chosen?.status ?? 200, json: chosen?.body ?? {} } }
    const message = { organisationId, runId, id: waiting.message_id }
    await inTransaction(engineRole, tx => resumeFromDelivery(tx, queue, message, resumption))
    return true
  }

  async function nextWake(): Promise<Date | null> {
    const [row] = await query<{ resumes_at: Date | null }>(
      `SELECT resumes_at FROM runs WHERE id = $1 AND status = 'waiting'`,
      [runId],
    )
    return row?.resumes_at ?? null
  }

  async function wake(): Promise<void> {
    const due = await nextWake()
    if (due === null) return
    if (due > now) now = due
    await inTransaction(engineRole, tx => wakeDue(tx, queue, 1_000))
    queue.jobs.splice(0, queue.jobs.length, ...queue.jobs.filter(job => job.run_id === runId))
    await drain()
  }

  return {
    workflowId,
    guestId,
    startAt,
    organisation,
    zone: serials.length > 0 ? 'Europe/London' : settings.time_zone,
    unsubscribeUrl: (channel: 'email' | 'sms') => signed(organisationId, guestId, channel),
    runId: () => runId,
    now: () => now,
    begin: () => send({ source: 'till', serials, parameters: { spend, ...booked } }),
    send,
    wake,
    async passUntil(at: Date): Promise<void> {
      for (let due = await nextWake(); due !== null && due <= at; due = await nextWake()) await wake()
      if (at > now) now = at
    },
    /** What it wrote. */
    async record() {
      const [run] = await query<Record<string, unknown> & { resumes_at: Date | null }>(
        `SELECT status, outcome, outcome_reason, node_id AS current_node_id, waiting_for, resumes_at, error
         FROM runs WHERE id = $1`,
        [runId],
      )
      const [after] = await query<Record<string, unknown> & { tags: string[] }>(
        `SELECT id, name, email, phone, email_consent, sms_consent, do_not_contact, tags, points, attributes
         FROM guests WHERE organisation_id = $1`,
        [organisationId],
      )
      type Row = Record<string, unknown>
      return {
        run: { ...run, resumes_at: run?.resumes_at?.toISOString() ?? null },
        steps: await query<Row>(
          `SELECT node_id, type, status, ${iso('started_at')}, ${iso('finished_at')}, detail->'reason' AS reason,
                  detail->'taken' AS taken
           FROM every_step WHERE run_id = $1 ORDER BY position`,
          [runId],
        ),
        messages: await query<Row>(
          `SELECT m.node_id, ${iso('m.created_at', 'at')}, channel, recipient, content
           FROM messages m JOIN every_step s ON s.run_id = m.run_id AND s.node_id = m.node_id
           WHERE m.run_id = $1 ORDER BY s.position`,
          [runId],
        ),
        tasks: await query<Row>(
          `SELECT t.node_id, ${iso('t.created_at', 'at')}, title, ${iso('t.due_at', 'due_at')}
           FROM tasks t JOIN every_step s ON s.run_id = t.run_id AND s.node_id = t.node_id
           WHERE t.run_id = $1 ORDER BY s.position`,
          [runId],
        ),
        points: await query<Row>(
          `SELECT p.node_id, p.points FROM points_entries p
           JOIN every_step s ON s.run_id = p.run_id AND s.node_id = p.node_id WHERE p.run_id = $1 ORDER BY s.position`,
          [runId],
        ),
        guest: { ...after, tags: after?.tags.toSorted() },
      }
    },
  }
}

const iso = (column: string, name = column) =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS ${name}`
