import { bare, type Column, type Form, formOf, rowSource, rowValues, text } from '#db/row-source.ts'
import type { Sql } from '#db/sql.ts'

export interface PointsEntry {
  readonly run: { readonly organisationId: string; readonly id: string; readonly guestId: string }
  readonly nodeId: string
  readonly points: number
  readonly reason: string | null
}

/**
 * Adds entries to the ledger. The primary key refuses a second entry for the same run and node, together with
 * everything that would be written with it.
 */
export async function writePoints(tx: Sql, entries: readonly PointsEntry[]): Promise<void> {
  const form = formOf(entries)
  await tx.query(statements[form], rowValues(form, columns, entries))
}

const columns: readonly Column<PointsEntry>[] = [
  bare('uuid', ({ run }) => run.organisationId),
  bare('uuid', ({ run }) => run.id),
  text('text', ({ nodeId }) => nodeId),
  bare('uuid', ({ run }) => run.guestId),
  bare('bigint', ({ points }) => points),
  text('text', ({ reason }) => reason),
]

const statement = (form: Form) => `
  INSERT INTO points_entries (organisation_id, run_id, node_id, guest_id, points, reason, created_at)
  SELECT organisation_id, run_id, node_id, guest_id, points, reason, now()
  FROM ${rowSource(form, columns, 1)} AS e (organisation_id, run_id, node_id, guest_id, points, reason)`

const statements = { one: statement('one'), many: statement('many') }
