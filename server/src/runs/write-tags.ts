import type { Sql } from '#db/sql.ts'
import type { LoadedRun } from './load-runs.ts'

export interface AddedTag {
  readonly run: LoadedRun
  readonly tag: string
}

/** Adds tags at the end of each guest's, in the order of the steps, and none twice. */
export async function writeTags(tx: Sql, added: readonly AddedTag[]): Promise<void> {
  const rows = added.map(({ run, tag }) => ({ o: run.organisationId, g: run.guestId, t: tag }))
  await tx.query(STATEMENT, [JSON.stringify(rows)])
}

const STATEMENT = `
  WITH added AS (
    SELECT entry->>'o' AS organisation_id, entry->>'g' AS guest_id, entry->>'t' AS tag, min(position) AS position
    FROM json_array_elements($1::json) WITH ORDINALITY AS e (entry, position)
    GROUP BY 1, 2, 3
  ), change AS (
    SELECT organisation_id::uuid AS organisation_id, guest_id::uuid AS guest_id, array_agg(tag ORDER BY position) AS tags
    FROM added GROUP BY 1, 2
  )
  UPDATE guests
  SET tags = guests.tags || ARRAY(SELECT tag FROM unnest(change.tags) AS tag WHERE tag <> ALL (guests.tags)),
      updated_at = now()
  FROM change WHERE guests.organisation_id = change.organisation_id AND guests.id = change.guest_id`
