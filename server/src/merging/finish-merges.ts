import type { Sql } from '#db/sql.ts'
import { currentGuest } from '#guests/merge/current-guest.ts'
import { noteMoved, takeUnsettled } from '#guests/merge/merge-records.ts'
import { lockForMerge } from '#guests/merge/write-merged.ts'
import { moveGuest } from './move-guest.ts'

/**
 * Moves what was being stored for merged guests while they were merged: an event does not lock its guest. As the engine.
 * Returns how many merges there were.
 */
export async function finishMerges(tx: Sql, limit: number): Promise<number> {
  const merges = await takeUnsettled(tx, limit)
  for (const { organisation_id: organisationId, id, merged_id: from } of merges) {
    const to = await currentGuest(tx, organisationId, from)
    if (to === from) continue
    await lockForMerge(tx, organisationId, [to])
    const moved = await moveGuest(tx, { organisationId, from, to })
    await noteMoved(tx, organisationId, id, moved)
  }
  return merges.length
}
