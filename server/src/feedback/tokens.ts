import { createHash } from 'node:crypto'
import { outdated } from '#db/outdated.ts'
import type { Sql } from '#db/sql.ts'

/** Whether a token may count for this body: for the first one that it came with, and for that one again. */
export async function claimToken(
  tx: Sql,
  organisationId: string,
  token: string,
  body: Buffer,
): Promise<boolean> {
  const { rows } = await tx.query<{ same: boolean }>(
    `INSERT INTO email_feedback_tokens (organisation_id, token_hash, body_hash) VALUES ($1, $2, $3)
     ON CONFLICT (organisation_id, token_hash) DO NOTHING
     RETURNING true AS same`,
    [organisationId, sha256(token), sha256(body)],
  )
  if (rows.length > 0) return true
  const known = await tx.query<{ same: boolean }>(
    `SELECT body_hash = $3 AS same FROM email_feedback_tokens WHERE organisation_id = $1 AND token_hash = $2`,
    [organisationId, sha256(token), sha256(body)],
  )
  return known.rows[0]?.same ?? false
}

const sha256 = (given: string | Buffer): Buffer => createHash('sha256').update(given).digest()

/** Longer than a report is believed for. */
export const outdatedTokens = outdated(
  'DELETE FROM email_feedback_tokens',
  'organisation_id, token_hash',
  `taken_at < now() - interval '3 days'`,
)
