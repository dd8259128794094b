import type { SmsReport } from '#channels/sms/vendors/vendor.ts'
import type { Sql } from '#db/sql.ts'

export interface ReportedMessage {
  readonly provider_id: string | null
}

export async function findSms(
  tx: Sql,
  organisationId: string,
  messageId: string,
): Promise<ReportedMessage | undefined> {
  const { rows } = await tx.query<ReportedMessage>(
    `SELECT provider_id FROM messages WHERE organisation_id = $1 AND id = $2 AND channel = 'sms'`,
    [organisationId, messageId],
  )
  return rows[0]
}

/**
 * Stores the provider's report on a message. Reports come in any order and more than once: a delivered message stays
 * delivered, and none goes back to sent. A report that comes before the sending is recorded takes effect when it is, by
 * a trigger of the database.
 */
export async function recordReport(
  tx: Sql,
  organisationId: string,
  messageId: string,
  { status, errorCode }: SmsReport,
): Promise<void> {
  if (status === 'queued' || status === 'sent') return
  const reported = status === 'delivered' ? 'delivered' : 'undelivered'
  const code = errorCode ?? 'undelivered'
  const message = `The provider could not deliver it${errorCode === undefined ? '' : ` (its error ${errorCode})`}.`
  await tx.query(
    `UPDATE messages
     SET reported = $3, reported_at = now(), error = $4,
         status = CASE WHEN status IN ('sent', 'undelivered') THEN $3 ELSE status END
     WHERE organisation_id = $1 AND id = $2 AND (reported IS NULL OR reported = 'undelivered' AND $3 = 'delivered')`,
    [
      organisationId,
      messageId,
      reported,
      reported === 'delivered' ? null : JSON.stringify({ code, message }),
    ],
  )
}
