import type { Sql } from '#db/sql.ts'

const OF_THEIR_RUNS = 'run_id IN (SELECT id FROM runs WHERE organisation_id = $1 AND guest_id = ANY($2))'

/**
 * Removes guests from the messages of their runs, including those to the venue's staff: the content, the recipient, and
 * the receiver's response and reports, the clicks and the answers. Unsent messages are cancelled.
 */
export async function eraseMessages(
  tx: Sql,
  organisationId: string,
  guestIds: readonly string[],
  replacement: string,
): Promise<void> {
  // Those that no run has sent are found by the guest, who is not in them afterwards. Each way has its index; with OR neither is used.
  const { rows } = await tx.query<{ id: string }>(
    `UPDATE messages
     SET guest_id = CASE WHEN guest_id IS NULL THEN NULL ELSE $3::uuid END, recipient = '', content = '{}', error = NULL,
         provider_id = NULL, due_at = NULL,
         settled_at = CASE WHEN status = 'pending' THEN now() ELSE settled_at END,
         status = CASE WHEN status = 'pending' THEN 'cancelled' ELSE status END
     WHERE organisation_id = $1 AND id IN (
       SELECT id FROM messages WHERE organisation_id = $1 AND ${OF_THEIR_RUNS}
       UNION ALL SELECT id FROM messages WHERE organisation_id = $1 AND guest_id = ANY($2)
     ) RETURNING id`,
    [organisationId, guestIds, replacement],
  )
  const ids = rows.map(({ id }) => id)
  await tx.query(
    `UPDATE message_attempts SET detail = '{}' WHERE organisation_id = $1 AND message_id = ANY($2)`,
    [organisationId, ids],
  )
  await tx.query('DELETE FROM message_reports WHERE organisation_id = $1 AND message_id = ANY($2)', [
    organisationId,
    ids,
  ])
  await tx.query(`DELETE FROM message_answers WHERE organisation_id = $1 AND ${OF_THEIR_RUNS}`, [
    organisationId,
    guestIds,
  ])
  await tx.query(`DELETE FROM message_clicks WHERE organisation_id = $1 AND ${OF_THEIR_RUNS}`, [
    organisationId,
    guestIds,
  ])
}
