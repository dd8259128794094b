import type { Sql } from '#db/sql.ts'
import { blankRecords, type Erased } from './blank-records.ts'

/** Longer than any request that found the guest before they were deleted. */
const SETTLED = `interval '1 minute'`

/**
 * Looks again for what was being stored about guests while they were deleted, and then removes their ids. As the
 * engine. Returns how many there were.
 */
export async function finishErasures(tx: Sql, limit: number): Promise<number> {
  const { rows } = await tx.query<Erased>(
    `DELETE FROM erasures WHERE (organisation_id, guest_id) IN (
       SELECT organisation_id, guest_id FROM erasures WHERE erased_at < now() - ${SETTLED}
       LIMIT $1 FOR UPDATE SKIP LOCKED)
     RETURNING organisation_id AS "organisationId", guest_id AS "guestId", replacement`,
    [limit],
  )
  for (const erased of rows) await blankRecords(tx, erased)
  return rows.length
}
