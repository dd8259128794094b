import type { Sql } from '#db/sql.ts'
import { named, strikeOffEndings } from '#workflows/end-guests-inside.ts'
import { endRuns } from '../change/end-runs.ts'

/**
 * Ends runs whose workflow was published, paused or archived with the choice that the guests inside are to end; see
 * run_endings. A portion at a time: returns how many runs it ended, and less than `limit` means that none is left but
 * those that are being written now. An ending is struck off when it has no run left.
 *
 * Runs that a worker is writing are left for the next time: waiting for them while holding others could end in a
 * deadlock.
 */
export async function carryOutEndings(tx: Sql, limit: number): Promise<number> {
  const ended = await endRuns(tx, {
    as: 'cancelled',
    chosen: `SELECT r.organisation_id, r.id, e.reason
             FROM run_endings e JOIN runs r ON ${named('r', 'e')}
             LIMIT $1
             FOR NO KEY UPDATE OF r SKIP LOCKED`,
    values: [limit],
  })
  if (ended < limit) await strikeOffEndings(tx)
  return ended
}
