import type { EventInList } from '@millrace/contract/dashboard/events'
import { idAt } from '#base/id-at.ts'
import type { Sql } from '#db/sql.ts'
import { guestCalled } from '#guests/guest-called.ts'
import { type Sight, seesEvent } from '../lists/sight.ts'
import { directionOf, where } from '../lists/where.ts'

export interface EventsPage {
  readonly sight: Sight
  /** null: only events without a source. */
  readonly source?: string | null | undefined
  readonly status?: EventInList['status'] | undefined
  readonly guestId?: string | undefined
  readonly serial?: string | undefined
  readonly since?: Date | undefined
  readonly until?: Date | undefined
  /** Oldest first; newest first without it. */
  readonly oldest?: boolean | undefined
  /** The id of the last event of the previous page. */
  readonly after?: string | undefined
  readonly limit: number
}

type Row = Omit<EventInList, 'created_at'> & { created_at: Date }

/** Newest first, or oldest. */
export async function listEvents(tx: Sql, organisationId: string, page: EventsPage): Promise<EventInList[]> {
  const { sql, values } = eventsStatement(organisationId, page)
  const { rows } = await tx.query<Row>(sql, values)
  return rows.map(row => ({ ...row, created_at: row.created_at.toISOString() }))
}

export function eventsStatement(
  organisationId: string,
  page: EventsPage,
): { readonly sql: string; readonly values: unknown[] } {
  const { sql, values } = where('e', organisationId, [
    [page.oldest ? 'e.id > :value' : 'e.id < :value', page.after],
    ['e.guest_id = current_guest($1, :value)', page.guestId],
    // Written out, so that the index of unmatched events applies.
    page.status === 'unrouted'
      ? [`e.status = 'unrouted' AND e.status = :value`, page.status]
      : ['e.status = :value', page.status],
    page.source === null ? ['e.source IS NULL AND :value', true] : ['e.source = :value', page.source],
    ['e.serials @> :value', page.serial && [page.serial]],
    ['e.id >= :value', page.since && idAt(page.since)],
    ['e.id < :value', page.until && idAt(page.until)],
    [seesEvent, page.sight],
  ])
  return {
    sql: `SELECT e.id, e.guest_id, ${guestCalled} AS guest_name, e.serials, e.source, e.parameters, e.status, e.created_at,
            coalesce(json_array_length(e.receipt->'workflow_runs'), 0) AS runs,
            coalesce(json_array_length(e.receipt->'skipped'), 0) AS skipped
          FROM events e LEFT JOIN guests g ON g.organisation_id = e.organisation_id AND g.id = e.guest_id
          WHERE ${sql} ORDER BY e.id ${directionOf(page)} LIMIT $${values.length + 1}`,
    values: [...values, page.limit],
  }
}
