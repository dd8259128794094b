import type { Sql } from '#db/sql.ts'
import { endRuns } from './end-runs.ts'

/**
 * Ends what is in progress for guests who are deleted. Their runs stay locked: runs are locked before their messages.
 */
export async function endRunsOf(tx: Sql, organisationId: string, guestIds: readonly string[]): Promise<void> {
  await tx.query(
    'SELECT FROM runs WHERE organisation_id = $1 AND guest_id = ANY($2) ORDER BY id FOR NO KEY UPDATE',
    [organisationId, guestIds],
  )
  await endRuns(tx, {
    as: 'cancelled',
    chosen: `SELECT organisation_id, id, 'the guest was deleted' AS reason FROM runs
             WHERE organisation_id = $1 AND guest_id = ANY($2)`,
    values: [organisationId, guestIds],
  })
}

/**
 * Removes guests from their runs. What stays of a run: that it happened, when, where and with what outcome; of its
 * steps, which path was taken and why one was skipped. The figures of workflows need this, and it identifies no one.
 */
export async function eraseRuns(
  tx: Sql,
  organisationId: string,
  guestIds: readonly string[],
  replacement: string,
): Promise<void> {
  await tx.query(
    `UPDATE steps
     SET detail = ${leftOf('detail', 'status')},
         together = (SELECT json_agg(CASE WHEN nth = 1 THEN ${leftOf('entry::jsonb', 'status')}
                                     ELSE jsonb_set(entry::jsonb, '{2}', ${leftOf('(entry -> 2)::jsonb', 'entry ->> 3')}) END ORDER BY nth)
                     FROM json_array_elements(together) WITH ORDINALITY AS e (entry, nth)),
         status = CASE WHEN status = 'waiting' THEN 'skipped' ELSE status END, finished_at = coalesce(finished_at, now())
     WHERE organisation_id = $1
       AND run_id IN (SELECT id FROM runs WHERE organisation_id = $1 AND guest_id = ANY($2))`,
    [organisationId, guestIds],
  )
  await tx.query('DELETE FROM watches WHERE organisation_id = $1 AND guest_id = ANY($2)', [
    organisationId,
    guestIds,
  ])
  await tx.query(
    `UPDATE runs
     SET guest_id = $3, memory = NULL, resumption = NULL,
         input = json_build_object('source', input -> 'source', 'serials', input -> 'serials', 'parameters', '{}'::json),
         error = CASE WHEN error IS NOT NULL THEN error || '{"message": "The guest was deleted."}' END
     WHERE organisation_id = $1 AND guest_id = ANY($2)`,
    [organisationId, guestIds, replacement],
  )
}

/** What stays of the detail of a step. */
const leftOf = (detail: string, status: string) => `(
  SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(${detail})
  WHERE key IN ('taken', 'points', 'kept', 'outcome') OR key = 'reason' AND ${status} = 'skipped')`
