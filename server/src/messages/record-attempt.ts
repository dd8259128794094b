import type { Outcome } from '#channels/outcome.ts'
import type { Sql } from '#db/sql.ts'
import type { DueMessage } from './claim-due.ts'

/** The state of a message after an attempt. */
export type Recorded =
  | { readonly status: 'sent' | 'failed' }
  /** Tried again after the pause; by the provider that may have taken it, where there is one. */
  | { readonly status: 'pending'; readonly pauseMs: number; readonly heldBy?: string | undefined }

/**
 * Records an attempt and the state of the message after it. Only the holder of the attempt may: a process that was
 * frozen for longer than its lease finds another number and changes nothing. Returns whether it was recorded. A message
 * that was sent although its run was ended in the meantime counts as sent.
 */
export async function recordAttempt(
  tx: Sql,
  message: DueMessage,
  outcome: Outcome,
  recorded: Recorded,
): Promise<boolean> {
  const error =
    outcome.kind === 'delivered' ? null : JSON.stringify({ code: outcome.code, message: outcome.message })
  const { rowCount } = await tx.query(
    `UPDATE messages
     SET status = $4, error = $5, provider_id = coalesce($6, provider_id), held_by = $8, through = coalesce($9, through),
         due_at = CASE WHEN $4 = 'pending' THEN clock_timestamp() + make_interval(secs => $7::float8 / 1000) END,
         settled_at = CASE WHEN $4 <> 'pending' THEN clock_timestamp() END
     WHERE organisation_id = $1 AND id = $2 AND attempt = $3
       AND (status = 'pending' OR status = 'cancelled' AND $4 = 'sent')`,
    [
      message.organisationId,
      message.id,
      message.attempt,
      recorded.status,
      error,
      outcome.detail.providerId ?? null,
      recorded.status === 'pending' ? recorded.pauseMs : 0,
      recorded.status === 'pending' ? (recorded.heldBy ?? null) : null,
      recorded.status === 'pending' ? null : (outcome.detail.through ?? null),
    ],
  )
  if (rowCount === 0) return false
  await tx.query(
    `INSERT INTO message_attempts (organisation_id, message_id, attempt, at, duration_ms, outcome, detail)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (organisation_id, message_id, attempt) DO UPDATE
     SET at = excluded.at, duration_ms = excluded.duration_ms, outcome = excluded.outcome, detail = excluded.detail`,
    [
      message.organisationId,
      message.id,
      message.attempt,
      message.at,
      Math.round(outcome.detail.durationMs),
      outcome.kind,
      JSON.stringify(outcome.kind === 'delivered' ? outcome.detail : { ...outcome, kind: undefined }),
    ],
  )
  return true
}

/**
 * Notes who is about to be given a message, so that nobody else is if this process dies. Returns whether the message is
 * still this attempt's, and not cancelled.
 */
export async function holdMessage(sql: Sql, message: DueMessage, providerId: string): Promise<boolean> {
  const { rowCount } = await sql.query(
    `UPDATE messages SET held_by = $4
     WHERE organisation_id = $1 AND id = $2 AND attempt = $3 AND status = 'pending'`,
    [message.organisationId, message.id, message.attempt, providerId],
  )
  return rowCount === 1
}

/** Undoes an attempt that contacted no receiver: it does not count, and the message waits a little. */
export async function takeBackAttempt(tx: Sql, message: DueMessage, forMs: number): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE messages SET attempt = attempt - 1, held_by = $5,
         due_at = clock_timestamp() + make_interval(secs => $4::float8 / 1000)
     WHERE organisation_id = $1 AND id = $2 AND attempt = $3 AND status = 'pending'`,
    [message.organisationId, message.id, message.attempt, forMs, message.heldBy],
  )
  return rowCount === 1
}
