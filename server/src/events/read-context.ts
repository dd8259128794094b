import type { Sql } from '#db/sql.ts'
import { type GuestProfile, profileColumns } from '#guests/guest-profile.ts'
import { findSerials } from '#venues/find-serials.ts'
import type { Incoming } from './incoming.ts'

/** What a batch of one organisation's events is decided by, read at one moment. */
export interface Context {
  readonly now: string
  readonly workflowRevision: number
  readonly guests: ReadonlyMap<string, GuestProfile>
  readonly serials: ReadonlySet<string>
}

export async function readContext(
  tx: Sql,
  organisationId: string,
  batch: readonly Incoming[],
): Promise<Context> {
  // Sent together: one round trip.
  const [moment, serials] = await Promise.all([
    readMoment(tx, organisationId, [...new Set(batch.map(incoming => incoming.guestId))]),
    findSerials(tx, organisationId, [...new Set(batch.flatMap(incoming => incoming.event.serials))]),
  ])
  return { ...moment, serials }
}

type Row = { now_ms: number; workflow_revision: number } & (GuestProfile | { id: null })

/** The organisation, the time and the guests in one statement: each statement has its price, whatever it reads. */
async function readMoment(tx: Sql, organisationId: string, guestIds: string[]) {
  const { rows } = await tx.query<Row>(
    `SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now_ms, o.workflow_revision, ${profileColumns}
     FROM organisations o LEFT JOIN guests g ON g.organisation_id = o.id AND g.id = ANY($2)
     WHERE o.id = $1`,
    [organisationId, guestIds],
  )
  const first = rows[0]
  if (first === undefined) throw new Error(`organisation ${organisationId} is not there`)
  return {
    now: new Date(first.now_ms).toISOString(),
    workflowRevision: first.workflow_revision,
    guests: new Map(rows.flatMap(row => (row.id === null ? [] : [[row.id, row] as const]))),
  }
}
