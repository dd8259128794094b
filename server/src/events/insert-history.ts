import type { ParameterValue } from '@millrace/contract/event'
import type { Sql } from '#db/sql.ts'
import { insertEvents } from './insert-events.ts'
import { toReceipt } from './route-events.ts'

export interface HistoryEvent {
  readonly eventId: string
  readonly guestId: string
  readonly source: string
  readonly serial: string | null
  readonly parameters: Readonly<Record<string, ParameterValue>>
  /** ISO 8601 in UTC. */
  readonly occurredAt: string
}

/** Stores events that happened before they came: they start, wake and end nothing. */
export async function insertHistory(
  tx: Sql,
  organisationId: string,
  venues: ReadonlyMap<string, unknown>,
  events: readonly HistoryEvent[],
): Promise<void> {
  const stored = events.map(({ eventId, guestId, source, serial, parameters, occurredAt }) => {
    const event = { source, serials: serial === null ? [] : [serial], parameters }
    const incoming = { organisationId, keyId: null, guestId, event, occurredAt, history: true, warnings: [] }
    const routed = { reacting: [], entered: [], skipped: [], considered: [], visitWarnings: [] }
    return { keyId: null, receipt: toReceipt({ incoming, eventId, ...routed }, organisationId, venues) }
  })
  await insertEvents(tx, organisationId, stored, [])
}

/** Removes events that were only history, because the import that brought them is undone. */
export async function removeHistory(
  tx: Sql,
  organisationId: string,
  eventIds: readonly string[],
): Promise<void> {
  await tx.query(`DELETE FROM events WHERE organisation_id = $1 AND id = ANY($2) AND status = 'history'`, [
    organisationId,
    eventIds,
  ])
}
