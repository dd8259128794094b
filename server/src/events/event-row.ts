import type { Receipt } from '@millrace/contract/event'
import type { Sql } from '#db/sql.ts'
import { shownStatus, withWorkflow } from '#runs/read/run-row.ts'
import { type StoredReceipt, withReached } from './stored-receipt.ts'

export interface EventRow extends Omit<Receipt, 'created_at' | 'occurred_at' | keyof StoredReceipt> {
  created_at: Date
  occurred_at: Date | null
  receipt: StoredReceipt
}

export const eventColumns = `id, organisation_id, guest_id AS organisation_registration_id, serials, source, parameters,
  status, receipt, occurred_at, created_at`

/** Receipts as they were returned, but with the current state of their runs. */
export async function toReceipts(
  tx: Sql,
  organisationId: string,
  rows: readonly EventRow[],
): Promise<Receipt[]> {
  const runs = rows.flatMap(({ receipt }) => receipt.workflow_runs.map(run => run.id))
  const statuses = await findStatuses(tx, organisationId, runs)
  return rows.map(({ receipt, created_at, occurred_at, ...event }) => ({
    ...event,
    ...withReached(receipt),
    workflow_runs: receipt.workflow_runs.map(({ id, workflow_id }) => ({
      id,
      workflow_id,
      // As it was returned, if the run has been deleted.
      status: statuses.get(id) ?? 'queued',
    })),
    ...(occurred_at === null ? {} : { occurred_at: occurred_at.toISOString() }),
    created_at: created_at.toISOString(),
  }))
}

async function findStatuses(tx: Sql, organisationId: string, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await tx.query<{ id: string; status: string }>(
    `SELECT r.id, ${shownStatus} AS status
     FROM runs r ${withWorkflow}
     WHERE r.organisation_id = $1 AND r.id = ANY($2)`,
    [organisationId, ids],
  )
  return new Map(rows.map(row => [row.id, row.status]))
}
