import type { Receipt } from '@millrace/contract/event'
import type { Sql } from '#db/sql.ts'
import { type EventRow, eventColumns, toReceipts } from './event-row.ts'

/** The receipt as it was returned, but with the current state of its runs. */
export async function findEvent(tx: Sql, organisationId: string, id: string): Promise<Receipt | undefined> {
  const { rows } = await tx.query<EventRow>(
    `SELECT ${eventColumns} FROM events WHERE organisation_id = $1 AND id = $2`,
    [organisationId, id],
  )
  return (await toReceipts(tx, organisationId, rows))[0]
}
