import type { Receipt } from '@millrace/contract/event'
import { idAt } from '#base/id-at.ts'
import type { Sql } from '#db/sql.ts'
import { type EventRow, eventColumns, toReceipts } from './event-row.ts'

export interface EventFilter {
  readonly source?: string | undefined
  readonly guestId?: string | undefined
  readonly statuses?: readonly Receipt['status'][] | undefined
  readonly since?: Date | undefined
  readonly until?: Date | undefined
  /** Only events at one of these venues, and those at none; null or left out for all. */
  readonly at?: readonly string[] | null
  /** Only events of these sources; null or left out for all. */
  readonly sources?: readonly string[] | null
  /** The id of the last event of the previous page. */
  readonly after?: string | undefined
  readonly limit: number
}

/** Newest first. */
export async function listEvents(tx: Sql, organisationId: string, filter: EventFilter): Promise<Receipt[]> {
  const { source, guestId, statuses, since, until, at, sources, after, limit } = filter
  const { rows } = await tx.query<EventRow>(
    `SELECT ${eventColumns} FROM events
     WHERE organisation_id = $1 AND ($2::uuid IS NULL OR id < $2) AND ($3::text IS NULL OR source = $3)
       AND ($4::uuid IS NULL OR guest_id = $4) AND ($5::text[] IS NULL OR status = ANY($5))
       AND ($6::uuid IS NULL OR id >= $6) AND ($7::uuid IS NULL OR id < $7)
       AND ($9::text[] IS NULL OR serials = '{}' OR serials && $9) AND ($10::text[] IS NULL OR source = ANY($10))
     ORDER BY id DESC LIMIT $8`,
    [
      organisationId,
      after ?? null,
      source ?? null,
      guestId ?? null,
      statuses ?? null,
      since === undefined ? null : idAt(since),
      until === undefined ? null : idAt(until),
      limit,
      at ?? null,
      sources ?? null,
    ],
  )
  return toReceipts(tx, organisationId, rows)
}
