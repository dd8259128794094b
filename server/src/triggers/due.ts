import type { Sql } from '#db/sql.ts'
import type { FactRecord } from '#workflows/facts.ts'

/** A guest who is due, with the occasion. */
export interface Due {
  readonly guestId: string
  readonly occasion: string
  /** The venue that they visited last, of those that the workflow is for. */
  readonly serial: string | null
  /** What the run reads as parameters of its event. */
  readonly parameters: FactRecord
}

/** The guests who are due and were not considered yet, by id: one look-up for each of them. */
export interface DueGuests {
  find(tx: Sql, limit: number): Promise<Due[]>
  count(tx: Sql): Promise<number>
}

/** Lower than the id of any guest. */
export const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'
