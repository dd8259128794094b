import type { Sql } from '#db/sql.ts'

/** Deletes what guests wrote by SMS, and blanks the e-mails that forwarded it. Their id is that of the SMS. */
const erase = (of: string) => `
  WITH gone AS (DELETE FROM sms_received WHERE organisation_id = $1 AND ${of} RETURNING id)
  UPDATE messages SET recipient = '', content = '{}', error = NULL, provider_id = NULL, due_at = NULL,
    settled_at = CASE WHEN status = 'pending' THEN now() ELSE settled_at END,
    status = CASE WHEN status = 'pending' THEN 'cancelled' ELSE status END
  FROM gone WHERE messages.organisation_id = $1 AND messages.id = gone.id`

export async function eraseReceived(
  tx: Sql,
  organisationId: string,
  guestIds: readonly string[],
): Promise<void> {
  await tx.query(erase('guest_id = ANY($2)'), [organisationId, guestIds])
}

/** The same by numbers: what they wrote before anyone knew that the number is theirs. */
export async function eraseReceivedFrom(
  tx: Sql,
  organisationId: string,
  numbers: readonly string[],
): Promise<void> {
  await tx.query(erase('guest_id IS NULL AND sender = ANY($2)'), [organisationId, numbers])
}

/** Deletes what is older than this moment. Returns how much. */
export async function deleteOldReceived(
  tx: Sql,
  organisationId: string,
  before: Date,
  most: number,
): Promise<number> {
  const { rowCount } = await tx.query(
    `DELETE FROM sms_received WHERE (organisation_id, id) IN (
       SELECT organisation_id, id FROM sms_received WHERE organisation_id = $1 AND received_at < $2 LIMIT $3)`,
    [organisationId, before, most],
  )
  return rowCount ?? 0
}
