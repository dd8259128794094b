import type { Undertaking } from '@millrace/contract/undertaking'

export interface UndertakingRow extends Omit<Undertaking, 'created_at' | 'finished_at'> {
  created_at: Date
  finished_at: Date | null
}

/** What was asked for is not among them: a comparison's has a whole document in it. */
export const undertakingColumns =
  'id, kind, workflow_id, status, progress, result, actor, created_at, finished_at'

export const toUndertaking = (row: UndertakingRow): Undertaking => ({
  ...row,
  created_at: row.created_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
})
