import type { Sql } from '#db/sql.ts'
import { named, strikeOffEndings } from '#workflows/end-guests-inside.ts'
import { endRuns } from '../change/end-runs.ts'

/**
 * Ends the runs of a workflow that was published, paused or archived with the choice to end the runs of the guests
 * inside; see run_endings. Works in portions: it returns how many runs it ended, and fewer than `limit` means that only
 * runs that are being written now are left. An ending is deleted when it has no run left.
 *
 * Runs that a worker is writing are left for the next portion: waiting for them while holding others could end in a
 * deadlock.
 */
export async function carryOutEndings(tx: Sql, limit: number): Promise<number> {
  // There are hardly ever any, and what follows looks into every month.
  if ((await tx.query('SELECT FROM run_endings LIMIT 1', [])).rowCount === 0) return 0
  const ended = await endRuns(tx, {
    as: 'cancelled',
    chosen: `SELECT r.organisation_id, r.id, e.reason
             FROM run_endings e JOIN runs r ON ${named('r', 'e')}
             LIMIT $1
             FOR NO KEY UPDATE OF r SKIP LOCKED`,
    values: [limit],
  })
  if (ended.length < limit) await strikeOffEndings(tx)
  return ended.length
}
