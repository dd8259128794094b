import { CONFIRMATION } from '@millrace/contract/confirmation'
import { newId } from '#base/ids.ts'
import type { Sql } from '#db/sql.ts'
import type { EmailContent } from '#steps/step.ts'

/** An e-mail that asks a guest to confirm a consent. */
export interface Confirmation {
  readonly organisationId: string
  readonly guestId: string
  readonly recipient: string
  readonly content: EmailContent
  /** There is nobody to hand it to. */
  readonly kept: boolean
}

/** No run has sent them: each has its own id in place of one. They are sent like all others. */
export async function writeConfirmations(tx: Sql, confirmations: readonly Confirmation[]): Promise<void> {
  await tx.query(STATEMENT, [
    JSON.stringify(
      confirmations.map(({ organisationId, guestId, recipient, content, kept }) => ({
        organisation_id: organisationId,
        id: newId(),
        guest_id: guestId,
        recipient,
        content,
        status: kept ? 'kept' : 'pending',
      })),
    ),
    CONFIRMATION,
  ])
}

const STATEMENT = `
  INSERT INTO messages
    (organisation_id, id, run_id, node_id, guest_id, channel, recipient, content, status, transactional, due_at, created_at)
  SELECT organisation_id, id, id, $2, guest_id, 'email', recipient, content, status, true,
         CASE WHEN status = 'pending' THEN now() END, now()
  FROM jsonb_to_recordset($1::jsonb)
    AS c (organisation_id uuid, id uuid, guest_id uuid, recipient text, content jsonb, status text)`
