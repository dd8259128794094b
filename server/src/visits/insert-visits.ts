import { bare, type Column, type Form, formOf, rowSource, rowValues, text } from '#db/row-source.ts'
import type { Sql } from '#db/sql.ts'
import type { ReadVisit } from './read-visit.ts'

/** An entry of the ledger. */
export interface NewVisit {
  readonly eventId: string
  readonly guestId: string
  readonly source: string | null
  /** The venue that the event names first. */
  readonly serial: string | null
  /** As PostgreSQL reads it; null: at the transaction's time, to the millisecond as for events. */
  readonly occurredAt: string | null
  readonly visit: ReadVisit
}

/** An entry of one of several organisations. */
export interface VisitOf extends NewVisit {
  readonly organisationId: string
}

/** Stores entries of the ledger, for the whole batch in one statement, which has been sent when this returns. */
export function insertVisits(tx: Sql, organisationId: string, visits: readonly NewVisit[]): Promise<unknown> {
  const form = formOf(visits)
  return tx.query(inserting[form], [organisationId, ...rowValues(form, columns, visits)])
}

/** The same for entries of several organisations. */
export const insertVisitsOfSeveral = (tx: Sql, visits: readonly VisitOf[]): Promise<unknown> =>
  tx.query(ofSeveral, rowValues('many', columnsOfSeveral, visits))

/** The same for events that may have an entry already: it becomes what the event is now. Returns how many changed. */
export async function replaceVisits(
  tx: Sql,
  organisationId: string,
  visits: readonly NewVisit[],
): Promise<number> {
  if (visits.length === 0) return 0
  const form = formOf(visits)
  const { rowCount } = await tx.query(replacing[form], [organisationId, ...rowValues(form, columns, visits)])
  return rowCount ?? 0
}

const columns: readonly Column<NewVisit>[] = [
  bare('uuid', ({ guestId }) => guestId),
  bare('uuid', ({ eventId }) => eventId),
  text('text', ({ visit }) => visit.kind),
  text('text', ({ source }) => source ?? ''),
  text('text', ({ serial }) => serial),
  text('text', ({ occurredAt }) => occurredAt),
  text('text', ({ visit }) => visit.amount),
  text('text', ({ visit }) => visit.currency),
  text('text', ({ visit }) => visit.covers?.toString() ?? null),
]

const storing = (organisation: string, rows: string, given: string) => `
  INSERT INTO visits AS v
    (organisation_id, guest_id, event_id, kind, source, serial, occurred_at, amount, currency, covers)
  SELECT ${organisation}, guest_id, event_id, kind, source, serial, coalesce(occurred_at::timestamptz, date_trunc('milliseconds', now())),
         amount::numeric, currency, covers::integer
  FROM ${rows} AS e (${given}guest_id, event_id, kind, source, serial, occurred_at, amount, currency, covers)`

const statement = (form: Form) => storing('$1::uuid', rowSource(form, columns, 2), '')
const inserting = { one: statement('one'), many: statement('many') }

const columnsOfSeveral: readonly Column<VisitOf>[] = [
  bare('uuid', ({ organisationId }) => organisationId),
  ...columns,
]
const ofSeveral = storing('organisation_id', rowSource('many', columnsOfSeveral, 1), 'organisation_id, ')

const values = (row: string) =>
  ['kind', 'source', 'serial', 'occurred_at', 'amount', 'currency', 'covers']
    .map(column => `${row}.${column}`)
    .join(', ')

const upsert = (form: Form) => `${statement(form)}
  ON CONFLICT (organisation_id, guest_id, event_id) DO UPDATE
  SET (kind, source, serial, occurred_at, amount, currency, covers) = (${values('excluded')})
  WHERE (${values('v')}) IS DISTINCT FROM (${values('excluded')})`

const replacing = { one: upsert('one'), many: upsert('many') }
