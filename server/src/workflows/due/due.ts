import type { Sql } from '#db/sql.ts'
import type { FactRecord } from '../facts.ts'
import type { Slot } from '../occasions/slots.ts'
import type { Zone } from './zones.ts'

/** Who is asked for: the guests of a zone who are due on a day, or since the last look. */
export interface DueOn {
  readonly organisationId: string
  /** Without those whom this workflow has considered before for the same occasion; null: with them. */
  readonly workflowId: string | null
  /** The serials of all venues. */
  readonly venues: readonly string[]
  readonly zone: Zone
  readonly slot: Slot
  /** The moment of the last day that was considered, or of the last look. */
  readonly from: Date
  /** Later visits are not known; null: all are. */
  readonly asOf: Date | null
  /** Only guests with a greater id. */
  readonly after: string | undefined
}

/** A guest who is due, with the occasion. */
export interface Due {
  readonly guestId: string
  readonly occasion: string
  /** The venue that they visited last, of those that the workflow is for. */
  readonly serial: string | null
  /** What the run reads as parameters of its event. */
  readonly parameters: FactRecord
  /** When exactly, where it is by the hour. */
  readonly at?: Date
}

/** The guests who are due and were not considered yet, by id: one look-up for each of them. */
export interface DueGuests {
  find(tx: Sql, limit: number): Promise<Due[]>
  count(tx: Sql): Promise<number>
}

/** Lower than the id of any guest. */
export const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'
