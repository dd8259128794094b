import { bare, type Column, type Form, formOf, json, rowSource, rowValues } from '#db/row-source.ts'
import type { Sql } from '#db/sql.ts'
import type { Lane } from './lane.ts'
import type { Lanes } from './lanes.ts'
import type { Enqueue, Job, NewJob } from './queue.ts'

/** What this process does with the jobs it stores. */
export interface Hands {
  /** Whether it would begin with so many jobs of the lane at once. */
  areFree(lane: Lane, jobs: number): boolean
  /** Jobs were stored as claimed by this process, and are committed. */
  take(lane: Lane, jobs: readonly Job<unknown>[]): void
  /** Jobs were stored that any process may claim, and are committed. */
  wake(lane: Lane): void
}

/** Of a process that only stores them. */
export const noHands: Hands = { areFree: () => false, take: () => {}, wake: () => {} }

/**
 * A process with free hands stores jobs as its own and begins with them after the commit: to claim them would take another
 * statement and round trip. If it dies before that, they are taken over after a lease, as with any claim.
 */
export function createEnqueue(lanes: Lanes, hands: Hands): Enqueue {
  return async (tx, jobs) => {
    const byLane = Map.groupBy(jobs, ({ organisationId, weight }) => lanes.laneOf(organisationId, weight))
    const stored = [...byLane].map(([lane, some]) => {
      const own = tx.onCommit !== undefined && hands.areFree(lane, some.length)
      return own ? storeOwn(tx, lane, some, hands) : storeFree(tx, lane, some, hands)
    })
    await Promise.all(stored)
  }
}

async function storeFree(tx: Sql, lane: Lane, jobs: readonly NewJob[], { wake }: Hands): Promise<void> {
  tx.onCommit?.(() => wake(lane))
  const form = formOf(jobs)
  await tx.query(free[form], [lane, ...rowValues(form, columns, jobs)])
  if (tx.onCommit === undefined) wake(lane)
}

async function storeOwn(tx: Sql, lane: Lane, jobs: readonly NewJob[], { take }: Hands): Promise<void> {
  let claimed: Job<unknown>[] = []
  tx.onCommit?.(() => take(lane, claimed))
  const form = formOf(jobs)
  const { rows } = await tx.query<{ id: number }>(own[form], [lane, ...rowValues(form, columns, jobs)])
  claimed = jobs.map(({ organisationId, data }, index) => ({
    organisationId,
    id: (rows[index] as { id: number }).id,
    attempt: 1,
    data,
  }))
}

const columns: readonly Column<NewJob>[] = [
  bare('uuid', job => job.organisationId),
  json('json', job => job.data),
]
const rows = (form: Form) => `${rowSource(form, columns, 2)} AS j (organisation_id, data)`

// No pg_notify here: inside a transaction it takes one lock for the whole server until the commit is on disk. With 3 ms
// of commit latency and 32 organisations, that reduced 682 to 887 events/s to 172 to 250. See wake.ts.
const storingFree = (form: Form) => `
  INSERT INTO jobs (lane, organisation_id, data) SELECT $1, organisation_id, data FROM ${rows(form)}`

const storingOwn = (form: Form) => `
  INSERT INTO jobs (lane, organisation_id, data, claimed, attempt)
  SELECT $1, organisation_id, data, true, 1 FROM ${rows(form)} RETURNING id`

const free = { one: storingFree('one'), many: storingFree('many') }
const own = { one: storingOwn('one'), many: storingOwn('many') }
