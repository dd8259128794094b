import type { Sql } from '#db/sql.ts'

/** Forgets the answers that have a text in them. */
export async function forgetAnswersWith(tx: Sql, organisationId: string, text: string): Promise<void> {
  await tx.query('DELETE FROM idempotent_answers WHERE organisation_id = $1 AND strpos(body, $2) > 0', [
    organisationId,
    text,
  ])
}
