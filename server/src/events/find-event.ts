import type { Receipt } from '@millrace/contract/event'
import type { Sql } from '#db/sql.ts'
import { shownStatus, withWorkflow } from '#runs/read/run-row.ts'
import { type StoredReceipt, withReached } from './stored-receipt.ts'

interface Row extends Omit<Receipt, 'created_at' | keyof StoredReceipt> {
  created_at: Date
  receipt: StoredReceipt
}

/** The receipt as it was returned, but with the current state of its runs. */
export async function findEvent(tx: Sql, organisationId: string, id: string): Promise<Receipt | undefined> {
  const { rows } = await tx.query<Row>(
    `SELECT id, organisation_id, guest_id AS organisation_registration_id, serials, source, parameters, status,
            receipt, created_at
     FROM events WHERE organisation_id = $1 AND id = $2`,
    [organisationId, id],
  )
  const row = rows[0]
  if (row === undefined) return undefined
  const { receipt, created_at, ...event } = row
  const statuses = await findStatuses(
    tx,
    organisationId,
    receipt.workflow_runs.map(run => run.id),
  )
  return {
    ...event,
    ...withReached(receipt),
    workflow_runs: receipt.workflow_runs.map(run => ({ ...run, status: statuses.get(run.id) ?? run.status })),
    created_at: created_at.toISOString(),
  }
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
