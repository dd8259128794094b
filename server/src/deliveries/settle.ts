import { MAIL_SERVER } from '@millrace/contract/suppression'
import { UNKNOWN_ADDRESS } from '#channels/email/read-error.ts'
import type { Outcome } from '#channels/outcome.ts'
import type { Sql } from '#db/sql.ts'
import type { DueMessage } from '#messages/claim-due.ts'
import { type Recorded, recordAttempt, takeBackAttempt } from '#messages/record-attempt.ts'
import type { Queue } from '#queue/queue.ts'
import { resumeFromDelivery } from '#runs/waits/resume-from-delivery.ts'
import type { Resumption } from '#steps/step.ts'
import { suppress } from '#suppressions/suppress.ts'
import { pauseAfter } from './backoff.ts'
import type { Attempt } from './through-providers.ts'

/** The shortest wait of a message that was held back here without an attempt. */
const HELD_BACK_MS = 1_000

/** Records how an attempt ended, and lets the run that waits for it continue. Returns whether it was recorded. */
export async function settle(
  tx: Sql,
  queue: Pick<Queue, 'enqueue'>,
  message: DueMessage,
  { outcome, heldBy, waits = false }: Attempt,
  random: number,
): Promise<boolean> {
  if (outcome.kind === 'retry' && !outcome.detail.contacted) {
    return takeBackAttempt(tx, message, Math.max(outcome.afterMs ?? 0, HELD_BACK_MS * (1 + 4 * random)))
  }
  const pause =
    outcome.kind === 'retry'
      ? pauseAfter(message.channel, message.attempt, random, outcome.afterMs, waits)
      : undefined
  const recorded: Recorded =
    pause !== undefined
      ? { status: 'pending', pauseMs: pause, heldBy }
      : { status: outcome.kind === 'delivered' ? 'sent' : 'failed' }
  const isSettled = recorded.status !== 'pending'
  // The run before its message: everything that ends a run locks them in this order.
  if (isSettled)
    await tx.query('SELECT FROM runs WHERE organisation_id = $1 AND id = $2 FOR NO KEY UPDATE', [
      message.organisationId,
      message.runId,
    ])
  if (!(await recordAttempt(tx, message, outcome, recorded))) return false
  if (outcome.kind === 'refused' && outcome.code === UNKNOWN_ADDRESS) {
    await suppress(tx, message.organisationId, [
      {
        channel: 'email',
        address: message.recipient,
        reason: 'hard_bounce',
        source: MAIL_SERVER,
        note: outcome.detail.response ?? null,
      },
    ])
  }
  if (isSettled) await resumeFromDelivery(tx, queue, message, resumption(message, outcome))
  return true
}

function resumption({ attempt }: DueMessage, outcome: Outcome): Resumption {
  const detail = { ...outcome.detail, attempt }
  if (outcome.kind === 'delivered') return { kind: 'delivered', detail }
  const { code, message } = outcome
  return { kind: 'undelivered', code, message, detail }
}
