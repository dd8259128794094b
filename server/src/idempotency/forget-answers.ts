import { outdated } from '#db/outdated.ts'
import type { Sql } from '#db/sql.ts'

export const outdatedAnswers = outdated(
  'DELETE FROM idempotent_answers',
  'organisation_id, key_id, route, key',
  `created_at < now() - interval '7 days'`,
)

/** Deletes the answers that contain a text. */
export async function forgetAnswersWith(tx: Sql, organisationId: string, text: string): Promise<void> {
  await tx.query('DELETE FROM idempotent_answers WHERE organisation_id = $1 AND strpos(body, $2) > 0', [
    organisationId,
    text,
  ])
}
