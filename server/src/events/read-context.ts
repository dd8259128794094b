import type { Sql } from '#db/sql.ts'
import { findGuests } from '#guests/find-guests.ts'
import { findSerials } from '#venues/find-serials.ts'
import type { GuestFacts } from '#workflows/facts.ts'
import type { Incoming } from './incoming.ts'

/** What a batch of one organisation's events is decided by, read at one moment. */
export interface Context {
  readonly now: string
  readonly workflowRevision: number
  readonly guests: ReadonlyMap<string, GuestFacts>
  readonly serials: ReadonlySet<string>
}

export async function readContext(
  tx: Sql,
  organisationId: string,
  batch: readonly Incoming[],
): Promise<Context> {
  // Sent together: one round trip.
  const [clock, guests, serials] = await Promise.all([
    readClock(tx, organisationId),
    findGuests(tx, organisationId, [...new Set(batch.map(incoming => incoming.guestId))]),
    findSerials(tx, organisationId, [...new Set(batch.flatMap(incoming => incoming.event.serials))]),
  ])
  return { ...clock, guests, serials }
}

async function readClock(tx: Sql, organisationId: string) {
  const { rows } = await tx.query<{ now: Date; workflow_revision: number }>(
    'SELECT clock_timestamp() AS now, workflow_revision FROM organisations WHERE id = $1',
    [organisationId],
  )
  const row = rows[0]
  if (row === undefined) throw new Error(`organisation ${organisationId} is not there`)
  return { now: row.now.toISOString(), workflowRevision: row.workflow_revision }
}
