import type { Condition } from '@millrace/contract/condition'
import type { Sql } from '#db/sql.ts'

/** A segment as stored. */
export interface SegmentRow {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly condition: Condition
  readonly created_by: string
  readonly created_at: Date
  readonly updated_at: Date
  readonly revision: number
  readonly members: number
  readonly counted_revision: number | null
  readonly counted_at: Date | null
}

const columns = `id, name, description, condition, created_by, created_at, updated_at, revision, members,
  counted_revision, counted_at`

export async function readSegments(tx: Sql, organisationId: string): Promise<SegmentRow[]> {
  const { rows } = await tx.query<SegmentRow>(
    `SELECT ${columns} FROM segments WHERE organisation_id = $1 ORDER BY lower(name), id`,
    [organisationId],
  )
  return rows
}

/**
 * All segments of an organisation, until the transaction ends. What changes segments or their members locks them first,
 * and in the order of their ids: a reference is checked against what is there, and nobody waits in a circle.
 */
export async function lockSegments(tx: Sql, organisationId: string): Promise<SegmentRow[]> {
  const { rows } = await tx.query<SegmentRow>(
    `SELECT ${columns} FROM segments WHERE organisation_id = $1 ORDER BY id FOR NO KEY UPDATE`,
    [organisationId],
  )
  return rows
}

/** Whether its members are still being found, by its condition as it is now. */
export async function isCounting(tx: Sql, organisationId: string, segmentId: string): Promise<boolean> {
  const { rows } = await tx.query<{ counting: boolean }>(
    `SELECT counted_revision IS DISTINCT FROM revision AS counting FROM segments WHERE organisation_id = $1 AND id = $2`,
    [organisationId, segmentId],
  )
  return rows[0]?.counting === true
}
