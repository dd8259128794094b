import type { Answer } from '@millrace/contract/email-blocks'
import type { Sql } from '#db/sql.ts'
import type { AskedQuestion } from '#steps/step.ts'

export interface GivenAnswer {
  readonly organisationId: string
  readonly messageId: string
  readonly answer: Answer
}

/** A question that a guest was asked, and what they answered. */
export interface Asked {
  readonly question: AskedQuestion
  /** null: nothing yet. */
  readonly answer: Answer | null
  readonly runId: string
  /** Of the run. */
  readonly guestId: string
}

/** undefined where the message asks nothing, or is not to this guest. */
export async function findAsked(
  tx: Sql,
  organisationId: string,
  messageId: string,
  guestId: string,
): Promise<Asked | undefined> {
  const { rows } = await tx.query<Asked>(
    `SELECT m.content -> 'question' AS question, a.answer, m.run_id AS "runId", r.guest_id AS "guestId"
     FROM messages m
     JOIN runs r ON r.organisation_id = m.organisation_id AND r.id = m.run_id
     LEFT JOIN message_answers a ON a.organisation_id = m.organisation_id AND a.message_id = m.id
     WHERE m.organisation_id = $1 AND m.id = $2 AND m.content ? 'question'
       AND current_guest($1, m.guest_id) = current_guest($1, $3)`,
    [organisationId, messageId, guestId],
  )
  return rows[0]
}

/**
 * Stores the first answer. The message is locked, so that a deletion of the guest that is under way deletes the answer as
 * well.
 */
export async function recordAnswer(
  tx: Sql,
  { organisationId, messageId, answer }: GivenAnswer,
): Promise<void> {
  await tx.query(
    `INSERT INTO message_answers (organisation_id, message_id, run_id, node_id, answer)
     SELECT m.organisation_id, m.id, m.run_id, m.node_id, $3::jsonb
     FROM messages m
     WHERE m.organisation_id = $1 AND m.id = $2 AND m.content ? 'question'
     FOR SHARE OF m
     ON CONFLICT (organisation_id, message_id) DO NOTHING`,
    [organisationId, messageId, JSON.stringify(answer)],
  )
}
