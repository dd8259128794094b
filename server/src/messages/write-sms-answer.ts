import { SMS_ANSWER } from '@millrace/contract/confirmation'
import { newId } from '#base/ids.ts'
import type { Sql } from '#db/sql.ts'

/** An answer to STOP, START or HELP. */
export interface SmsAnswer {
  readonly organisationId: string
  /** null: nobody has the number. */
  readonly guestId: string | null
  readonly recipient: string
  readonly body: string
}

/** No run has sent it: it has its own id in place of one. It is sent like all others, and asked for, so it needs no consent. */
export async function writeSmsAnswer(
  tx: Sql,
  { organisationId, guestId, recipient, body }: SmsAnswer,
): Promise<void> {
  await tx.query(
    `INSERT INTO messages
       (organisation_id, id, run_id, node_id, guest_id, channel, recipient, content, status, transactional, due_at, created_at)
     VALUES ($1, $2, $2, $3, $4, 'sms', $5, $6, 'pending', true, now(), now())`,
    [organisationId, newId(), SMS_ANSWER, guestId, recipient, JSON.stringify({ body })],
  )
}
