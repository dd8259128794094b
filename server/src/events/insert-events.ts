import type { Receipt } from '@millrace/contract/event'
import { textArray } from '#db/array-literal.ts'
import { bare, type Column, type Form, formOf, json, rowSource, rowValues, text } from '#db/row-source.ts'
import type { Sql } from '#db/sql.ts'
import {
  insertRunsOfSeveralSql,
  insertRunsSql,
  type NewRun,
  type RunOf,
  runValues,
  runValuesOfSeveral,
  transactionTime,
} from '#runs/change/insert-runs.ts'
import { storedReceipt } from './stored-receipt.ts'

export interface NewEvent {
  readonly keyId: string | null
  readonly receipt: Omit<Receipt, 'created_at'>
}

/**
 * Stores events and the runs they started, at the transaction's time. The statement has been sent when this returns.
 */
export function insertEvents(
  tx: Sql,
  organisationId: string,
  events: readonly NewEvent[],
  runs: readonly NewRun[],
): Promise<unknown> {
  const form = formOf(events) === formOf(runs) ? formOf(events) : 'many'
  const common = { organisationId, trigger: 'event', bypassed: [], createdAt: null } as const
  const dated = events.some(({ receipt }) => receipt.occurred_at !== undefined)
  return tx.query((dated ? datedStatements : statements)[form], [
    organisationId,
    ...rowValues(form, dated ? datedColumns : columns, events),
    ...runValues(form, common, runs),
  ])
}

/** The same for events and runs of several organisations; each event names its organisation in its receipt. */
export function insertEventsOfSeveral(
  tx: Sql,
  events: readonly NewEvent[],
  runs: readonly RunOf[],
): Promise<unknown> {
  return tx.query(ofSeveral, [...rowValues('many', columnsOfSeveral, events), ...runValuesOfSeveral(runs)])
}

const columns: readonly Column<NewEvent>[] = [
  bare('uuid', ({ receipt }) => receipt.id),
  bare('uuid', ({ receipt }) => receipt.organisation_registration_id),
  text('uuid', ({ keyId }) => keyId),
  text('text', ({ receipt }) => textArray(receipt.serials)),
  text('text', ({ receipt }) => receipt.source),
  text('text', ({ receipt }) => receipt.status),
  json('jsonb', ({ receipt }) => receipt.parameters),
  json('json', ({ receipt }) => storedReceipt(receipt)),
]

/** Most events have no time but that of the transaction, and are spared the column. */
const datedColumns: readonly Column<NewEvent>[] = [
  ...columns,
  text('text', ({ receipt }) => receipt.occurred_at ?? null),
]

const columnsOfSeveral: readonly Column<NewEvent>[] = [
  bare('uuid', ({ receipt }) => receipt.organisation_id),
  ...datedColumns,
]

// One statement for both tables, with one list for each column and one document for each column of documents: in
// batches of 30, an event and its run cost 52 µs in PostgreSQL and 18 µs in this process. With the documents as entries
// of text arrays it is 54 and 28 µs; two statements over one document each (json_to_recordset) need a quarter more time
// in PostgreSQL.
const statement = (form: Form, given: readonly Column<NewEvent>[], occurred: string) => `
  WITH stored AS (
    INSERT INTO events
      (organisation_id, created_at, id, guest_id, key_id, serials, source, status, parameters, receipt${occurred})
    SELECT $1::uuid, ${transactionTime}, id, guest_id, key_id, serials::text[], source, status, parameters, receipt
           ${occurred && ', occurred_at::timestamptz'}
    FROM ${rowSource(form, given, 2)}
      AS e (id, guest_id, key_id, serials, source, status, parameters, receipt${occurred})
  )
  ${insertRunsSql(form, 2 + given.length)}`

const statements = { one: statement('one', columns, ''), many: statement('many', columns, '') }
const datedStatements = {
  one: statement('one', datedColumns, ', occurred_at'),
  many: statement('many', datedColumns, ', occurred_at'),
}

const ofSeveral = `
  WITH stored AS (
    INSERT INTO events
      (created_at, organisation_id, id, guest_id, key_id, serials, source, status, parameters, receipt, occurred_at)
    SELECT ${transactionTime}, organisation_id, id, guest_id, key_id, serials::text[], source, status, parameters, receipt,
           occurred_at::timestamptz
    FROM ${rowSource('many', columnsOfSeveral, 1)}
      AS e (organisation_id, id, guest_id, key_id, serials, source, status, parameters, receipt, occurred_at)
  )
  ${insertRunsOfSeveralSql(1 + columnsOfSeveral.length)}`
