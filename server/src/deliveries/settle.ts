import type { Outcome } from '#channels/outcome.ts'
import type { Sql } from '#db/sql.ts'
import type { Queue } from '#queue/queue.ts'
import { resumeFromDelivery } from '#runs/resume-from-delivery.ts'
import type { Resumption } from '#steps/step.ts'
import { pauseAfter } from './backoff.ts'
import type { DueMessage } from './claim-due.ts'

/** How long a message that was held back here, without an attempt, waits at least. */
const HELD_BACK_MS = 1_000

/**
 * Records what became of an attempt, and lets the run go on that waits for it. Only whoever has the attempt may: one
 * whose process was frozen for longer than its lease finds another number and changes nothing. Returns whether it was
 * recorded. A message that went out although its run was ended meanwhile is told as sent.
 */
export async function settle(
  tx: Sql,
  queue: Pick<Queue, 'enqueue'>,
  message: DueMessage,
  outcome: Outcome,
  random: number,
): Promise<boolean> {
  if (outcome.kind === 'retry' && !outcome.detail.contacted) {
    return holdBack(tx, message, Math.max(outcome.afterMs ?? 0, HELD_BACK_MS * (1 + 4 * random)))
  }
  const pause =
    outcome.kind === 'retry'
      ? pauseAfter(message.channel, message.attempt, random, outcome.afterMs)
      : undefined
  const status = outcome.kind === 'delivered' ? 'sent' : pause === undefined ? 'failed' : 'pending'
  const error =
    outcome.kind === 'delivered' ? null : JSON.stringify({ code: outcome.code, message: outcome.message })
  // The run before its message, as whoever ends a run has them.
  const { organisationId, runId } = message
  if (status !== 'pending')
    await tx.query('SELECT FROM runs WHERE organisation_id = $1 AND id = $2 FOR NO KEY UPDATE', [
      organisationId,
      runId,
    ])
  const { rowCount } = await tx.query(
    `UPDATE messages
     SET status = $4, error = $5, provider_id = coalesce($6, provider_id),
         due_at = CASE WHEN $4 = 'pending' THEN clock_timestamp() + make_interval(secs => $7::float8 / 1000) END,
         settled_at = CASE WHEN $4 <> 'pending' THEN clock_timestamp() END
     WHERE organisation_id = $1 AND id = $2 AND attempt = $3
       AND (status = 'pending' OR status = 'cancelled' AND $4 = 'sent')`,
    [
      organisationId,
      message.id,
      message.attempt,
      status,
      error,
      outcome.detail.providerId ?? null,
      pause ?? 0,
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
  if (status !== 'pending') await resumeFromDelivery(tx, queue, message, resumption(message, outcome))
  return true
}

async function holdBack(tx: Sql, message: DueMessage, forMs: number): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE messages SET attempt = attempt - 1, due_at = clock_timestamp() + make_interval(secs => $4::float8 / 1000)
     WHERE organisation_id = $1 AND id = $2 AND attempt = $3 AND status = 'pending'`,
    [message.organisationId, message.id, message.attempt, forMs],
  )
  return rowCount === 1
}

function resumption({ attempt }: DueMessage, outcome: Outcome): Resumption {
  const detail = { ...outcome.detail, attempt }
  if (outcome.kind === 'delivered') return { kind: 'delivered', detail }
  const { code, message } = outcome
  return { kind: 'undelivered', code, message, detail }
}
