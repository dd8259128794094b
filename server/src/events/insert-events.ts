import type { Receipt } from '@millrace/contract/event'
import type { Sql } from '#db/sql.ts'

export interface NewEvent {
  readonly keyId: string | null
  readonly receipt: Receipt
}

/** The statement has been sent when this returns. */
export async function insertEvents(
  tx: Sql,
  organisationId: string,
  now: string,
  events: readonly NewEvent[],
): Promise<void> {
  const rows = events.map(({ keyId, receipt }) => ({
    id: receipt.id,
    guest_id: receipt.organisation_registration_id,
    key_id: keyId,
    serials: receipt.serials,
    source: receipt.source,
    parameters: receipt.parameters,
    status: receipt.status,
    receipt: { workflow_runs: receipt.workflow_runs, skipped: receipt.skipped, warnings: receipt.warnings },
  }))
  await tx.query(
    `INSERT INTO events
       (organisation_id, id, guest_id, key_id, serials, source, parameters, status, receipt, created_at)
     SELECT $1, id, guest_id, key_id, serials, source, parameters, status, receipt, $2
     FROM json_to_recordset($3::json) AS e (
       id uuid, guest_id uuid, key_id uuid, serials text[], source text, parameters jsonb, status text, receipt json)`,
    [organisationId, now, JSON.stringify(rows)],
  )
}
