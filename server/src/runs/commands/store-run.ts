import { bypassedByForce, type WorkflowRun } from '@millrace/contract/run'
import type { WorkflowStatus } from '@millrace/contract/workflow'
import { newId } from '#base/ids.ts'
import { type Database, inTenant, type Transaction } from '#db/database.ts'
import { currentGuest } from '#guests/merge/current-guest.ts'
import { once } from '#idempotency/claim.ts'
import type { IdempotentRequest, Repeated, StoredAnswer } from '#idempotency/idempotency.ts'
import type { Queue } from '#queue/queue.ts'
import { enqueueRuns } from '../advance-job.ts'
import { insertRuns } from '../change/insert-runs.ts'

/** Starts a run of a workflow for a guest, whatever its trigger says. */
export interface RunToStore {
  readonly organisationId: string
  readonly workflowId: string
  readonly guestId: string
  /** It takes every step and sends nothing. */
  readonly test?: boolean
  readonly idempotency?: {
    readonly request: IdempotentRequest
    /** The whole answer, as it is sent and stored. */
    render(run: WorkflowRun): StoredAnswer
  }
}

export type Stored =
  | { readonly kind: 'stored'; readonly run: WorkflowRun }
  | Repeated
  | { readonly kind: 'workflow_not_found' | 'guest_not_found' }
  | { readonly kind: 'workflow_not_active'; readonly status: Exclude<WorkflowStatus, 'active'> }

interface Parts {
  readonly database: Pick<Database, 'tenant'>
  readonly queue: Pick<Queue, 'enqueue'>
}

export function storeRun(
  { database, queue }: Parts,
  toStore: RunToStore,
  ending: 'COMMIT' | 'ROLLBACK' = 'COMMIT',
): Promise<Stored> {
  const { organisationId, idempotency } = toStore
  return inTenant(
    database,
    organisationId,
    async tx => {
      const result = await once(tx, organisationId, idempotency?.request, async () => {
        const done = await store(tx, queue, toStore)
        return { done, answer: done.kind === 'stored' ? idempotency?.render(done.run) : undefined }
      })
      return result.kind === 'done' ? result.done : result
    },
    ending,
  )
}

async function store(
  tx: Transaction,
  queue: Pick<Queue, 'enqueue'>,
  toStore: RunToStore,
): Promise<Exclude<Stored, Repeated>> {
  const { organisationId, guestId } = toStore
  const found = await findTarget(tx, toStore)
  if (found === undefined) return { kind: 'workflow_not_found' }
  if (found.status !== 'active') return { kind: 'workflow_not_active', status: found.status }
  if (!found.guest_known) {
    const current = await currentGuest(tx, organisationId, guestId)
    if (current === guestId) return { kind: 'guest_not_found' }
    return store(tx, queue, { ...toStore, guestId: current })
  }

  const run = newRun(toStore, found)
  const common = {
    organisationId,
    trigger: 'api',
    bypassed: bypassedByForce,
    createdAt: run.created_at,
  } as const
  const stored = {
    id: run.id,
    workflowId: run.workflow_id,
    workflowVersion: run.workflow_version,
    guestId,
    eventId: null,
    input: { source: null, serials: [], parameters: {}, ...(toStore.test ? { test: true as const } : {}) },
  }
  tx.later(insertRuns(tx, common, [stored]))
  tx.later(enqueueRuns(tx, queue, [{ organisation_id: organisationId, run_id: run.id, sequence: 0 }]))
  return { kind: 'stored', run }
}

interface Target {
  status: WorkflowStatus
  version: number
  guest_known: boolean
  now: Date
}

async function findTarget(tx: Transaction, { organisationId, workflowId, guestId }: RunToStore) {
  const { rows } = await tx.query<Target>(
    `SELECT w.status, w.version, clock_timestamp() AS now,
            EXISTS (SELECT FROM guests g WHERE g.organisation_id = $1 AND g.id = $3) AS guest_known
     FROM workflows w WHERE w.organisation_id = $1 AND w.id = $2`,
    [organisationId, workflowId, guestId],
  )
  return rows[0]
}

function newRun({ workflowId, guestId }: RunToStore, { version, now }: Target): WorkflowRun {
  return {
    id: newId(),
    workflow_id: workflowId,
    workflow_version: version,
    org_reg_id: guestId,
    organisation_registration_id: guestId,
    event_id: null,
    trigger: 'api',
    bypassed: [...bypassedByForce],
    status: 'queued',
    outcome: null,
    outcome_reason: null,
    current_node_id: null,
    waiting_for: null,
    resumes_at: null,
    error: null,
    created_at: now.toISOString(),
    started_at: null,
    finished_at: null,
  }
}
