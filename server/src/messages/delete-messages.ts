import { CONFIRMATION, SMS_ANSWER, SMS_FORWARD } from '@millrace/contract/confirmation'
import type { Sql } from '#db/sql.ts'

/** Deletes the messages of runs, with their attempts, what was reported about them, the clicks on their links, and the answers. */
export async function deleteMessagesOf(
  tx: Sql,
  organisationId: string,
  runIds: readonly string[],
): Promise<void> {
  await tx.query(
    `WITH gone AS (
       DELETE FROM messages WHERE organisation_id = $1 AND run_id = ANY($2) RETURNING id
     ), gone_reports AS (
       DELETE FROM message_reports USING gone WHERE organisation_id = $1 AND message_id = gone.id
     ), gone_clicks AS (
       DELETE FROM message_clicks USING gone WHERE organisation_id = $1 AND message_id = gone.id
     ), gone_answers AS (
       DELETE FROM message_answers USING gone WHERE organisation_id = $1 AND message_id = gone.id
     )
     DELETE FROM message_attempts USING gone WHERE organisation_id = $1 AND message_id = gone.id`,
    [organisationId, runIds],
  )
}

/** Deletes confirmations, answers to SMS and forwarded ones, which have no run, from before this moment. Returns how many. */
export async function deleteOldConfirmations(
  tx: Sql,
  organisationId: string,
  before: Date,
  most: number,
): Promise<number> {
  const { rows } = await tx.query<{ id: string }>(
    `SELECT id FROM messages
     WHERE organisation_id = $1 AND node_id = ANY($2) AND created_at < $3 AND status <> 'pending' LIMIT $4`,
    [organisationId, [CONFIRMATION, SMS_ANSWER, SMS_FORWARD], before, most],
  )
  await deleteMessagesOf(
    tx,
    organisationId,
    rows.map(({ id }) => id),
  )
  return rows.length
}
