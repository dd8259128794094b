import type { Undertaking } from '@millrace/contract/undertaking'
import type { Sql } from '#db/sql.ts'
import { toUndertaking, type UndertakingRow, undertakingColumns } from '#undertakings/undertaking-row.ts'
import { where } from '../lists/where.ts'

export interface UndertakingsPage {
  readonly workflowId?: string | undefined
  readonly status?: Undertaking['status'] | undefined
  /** The id of the last one of the page before. */
  readonly after?: string | undefined
  readonly limit: number
}

/** Newest first, over all workflows. */
export async function listUndertakings(
  tx: Sql,
  organisationId: string,
  page: UndertakingsPage,
): Promise<Undertaking[]> {
  const { sql, values } = where('u', organisationId, [
    ['u.id < :value', page.after],
    ['u.workflow_id = :value', page.workflowId],
    ['u.status = :value', page.status],
  ])
  const { rows } = await tx.query<UndertakingRow>(
    `SELECT ${undertakingColumns} FROM undertakings u WHERE ${sql} ORDER BY u.id DESC LIMIT $${values.length + 1}`,
    [...values, page.limit],
  )
  return rows.map(toUndertaking)
}
