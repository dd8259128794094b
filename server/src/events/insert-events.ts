import type { Receipt } from '@millrace/contract/event'
import { bareArray, textArray } from '#db/array-literal.ts'
import type { Sql } from '#db/sql.ts'
import { insertRunsSql, type NewRun, runValues } from '#runs/insert-runs.ts'

export interface NewEvent {
  readonly keyId: string | null
  readonly receipt: Receipt
}

/** Stores events and the runs that they started. The statement has been sent when this returns. */
export function insertEvents(
  tx: Sql,
  organisationId: string,
  now: string,
  events: readonly NewEvent[],
  runs: readonly NewRun[],
): Promise<unknown> {
  const receipts = events.map(({ receipt }) => receipt)
  return tx.query(STATEMENT, [
    organisationId,
    now,
    bareArray(receipts.map(({ id }) => id)),
    bareArray(receipts.map(receipt => receipt.organisation_registration_id)),
    textArray(events.map(({ keyId }) => keyId)),
    textArray(receipts.map(({ serials }) => textArray(serials))),
    textArray(receipts.map(({ source }) => source)),
    bareArray(receipts.map(({ status }) => status)),
    JSON.stringify(receipts.map(({ parameters }) => parameters)),
    JSON.stringify(
      receipts.map(({ workflow_runs, skipped, warnings }) => ({ workflow_runs, skipped, warnings })),
    ),
    ...runValues({ organisationId, trigger: 'event', bypassed: [], createdAt: now }, runs),
  ])
}

// One statement for both tables, one list for each column and one document for each column of documents: in batches of
// 30, an event and its run cost 52 µs of PostgreSQL and 18 of this process. With the documents as entries of text arrays
// 54 and 28; as two statements over one document each (json_to_recordset) a quarter more of PostgreSQL.
const STATEMENT = `
  WITH stored AS (
    INSERT INTO events
      (organisation_id, created_at, id, guest_id, key_id, serials, source, status, parameters, receipt)
    SELECT $1, $2, id, guest_id, key_id, serials::text[], source, status, parameters, receipt
    FROM ROWS FROM (
      unnest($3::uuid[]), unnest($4::uuid[]), unnest($5::uuid[]), unnest($6::text[]), unnest($7::text[]),
      unnest($8::text[]), jsonb_array_elements($9::jsonb), json_array_elements($10::json)
    ) AS e (id, guest_id, key_id, serials, source, status, parameters, receipt)
  )
  ${insertRunsSql(11)}`
