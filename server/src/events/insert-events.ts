import type { Receipt } from '@millrace/contract/event'
import { bareArray, textArray } from '#db/array-literal.ts'
import type { Sql } from '#db/sql.ts'
import { insertRunsSql, type NewRun, runColumns } from '#runs/insert-runs.ts'

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
    textArray(receipts.map(({ parameters }) => JSON.stringify(parameters))),
    textArray(receipts.map(({ status }) => status)),
    textArray(receipts.map(verdicts)),
    ...runColumns(runs),
  ])
}

const verdicts = ({ workflow_runs, skipped, warnings }: Receipt) =>
  JSON.stringify({ workflow_runs, skipped, warnings })

// One statement for both tables, one list for each column: 42 µs of PostgreSQL for an event and its run, in batches of
// 30. As two statements over JSON documents (json_to_recordset) 55 µs.
const STATEMENT = `
  WITH stored AS (
    INSERT INTO events
      (organisation_id, id, guest_id, key_id, serials, source, parameters, status, receipt, created_at)
    SELECT $1, id, guest_id, key_id, serials::text[], source, parameters, status, receipt, $2
    FROM unnest(
      $3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::text[], $8::jsonb[], $9::text[], $10::json[]
    ) AS e (id, guest_id, key_id, serials, source, parameters, status, receipt)
  )
  ${insertRunsSql(11)}`
