import type { Outcome } from '#channels/outcome.ts'
import type { Sql } from '#db/sql.ts'
import { addEmails } from '#notices/add-notices.ts'
import { recordAudit } from '#organisations/audit.ts'
import { pauseAfter } from './backoff.ts'
import type { DueDelivery } from './claim-due.ts'

/** The shortest wait of a delivery that was held back here without an attempt. */
const HELD_BACK_MS = 1_000
/** Of an answer. */
const LONGEST_RESPONSE = 1_000
const GONE = 410

/** After this time without any success, a subscription is paused. */
const LONGEST_FAILURE = `interval '2 days'`

/**
 * Records how an attempt ended. Only the holder of the attempt may: a process that was frozen for longer than its lease finds
 * another number and changes nothing. Whatever is not a success is tried again, since receivers answer 404 and 401 while
 * they are being set up; 410 says that there will never be one.
 */
export async function settle(
  tx: Sql,
  delivery: DueDelivery,
  outcome: Outcome,
  random: number,
): Promise<void> {
  const isHeldBack = outcome.kind === 'retry' && !outcome.detail.contacted
  if (isHeldBack) {
    const waitMs = Math.max(outcome.afterMs ?? 0, HELD_BACK_MS * (1 + 4 * random))
    await write(tx, delivery, 'waiting', waitMs, { takenBack: true })
    return
  }
  const asked = outcome.kind === 'retry' ? outcome.afterMs : undefined
  const pause = outcome.kind === 'delivered' ? undefined : pauseAfter(delivery.tries, random, asked)
  const state = outcome.kind === 'delivered' ? 'delivered' : pause === undefined ? 'failed' : 'waiting'
  if (!(await write(tx, delivery, state, pause ?? 0))) return
  await logAttempt(tx, delivery, outcome)
  if (outcome.kind === 'delivered') await noteSuccess(tx, delivery)
  else await noteFailure(tx, delivery, outcome.detail.status === GONE)
}

async function write(
  tx: Sql,
  { organisation_id, id, attempt }: DueDelivery,
  state: 'waiting' | 'delivered' | 'failed',
  pauseMs: number,
  { takenBack = false } = {},
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE subscription_deliveries
     SET state = $4, due_at = clock_timestamp() + make_interval(secs => $5::float8 / 1000),
         settled_at = CASE WHEN $4 <> 'waiting' THEN clock_timestamp() END,
         attempt = attempt - $6::integer, tries = tries - $6::integer
     WHERE organisation_id = $1 AND id = $2 AND attempt = $3 AND state = 'waiting'`,
    [organisation_id, id, attempt, state, pauseMs, takenBack ? 1 : 0],
  )
  return rowCount === 1
}

async function logAttempt(
  tx: Sql,
  { organisation_id, id, attempt, at }: DueDelivery,
  outcome: Outcome,
): Promise<void> {
  const { durationMs, status, response, json } = outcome.detail
  const answered = response ?? (json === undefined ? null : JSON.stringify(json))
  await tx.query(
    `INSERT INTO subscription_attempts (organisation_id, delivery_id, attempt, at, duration_ms, status, error, response)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      organisation_id,
      id,
      attempt,
      at,
      Math.round(durationMs),
      status ?? null,
      outcome.kind === 'delivered' ? null : outcome.message,
      answered === null || answered === '' ? null : answered.slice(0, LONGEST_RESPONSE).toWellFormed(),
    ],
  )
}

async function noteSuccess(tx: Sql, { organisation_id, subscription_id }: DueDelivery): Promise<void> {
  await tx.query(
    `UPDATE subscriptions SET failing_since = NULL
     WHERE organisation_id = $1 AND id = $2 AND failing_since IS NOT NULL`,
    [organisation_id, subscription_id],
  )
}

async function noteFailure(
  tx: Sql,
  { organisation_id, subscription_id, at }: DueDelivery,
  isGone: boolean,
): Promise<void> {
  const values = [organisation_id, subscription_id]
  await tx.query(
    `UPDATE subscriptions SET failing_since = $3 WHERE organisation_id = $1 AND id = $2 AND failing_since IS NULL`,
    [...values, at],
  )
  const { rows } = await tx.query<{ name: string; paused_because: 'failing' | 'gone' }>(
    `UPDATE subscriptions SET paused_at = now(), paused_because = CASE WHEN $3 THEN 'gone' ELSE 'failing' END
     WHERE organisation_id = $1 AND id = $2 AND paused_at IS NULL AND deleted_at IS NULL
       AND ($3 OR failing_since < now() - ${LONGEST_FAILURE})
     RETURNING name, paused_because`,
    [...values, isGone],
  )
  const [paused] = rows
  if (paused !== undefined) await notifyOwners(tx, organisation_id, subscription_id, paused)
}

async function notifyOwners(
  tx: Sql,
  organisationId: string,
  id: string,
  { name, paused_because }: { readonly name: string; readonly paused_because: 'failing' | 'gone' },
): Promise<void> {
  await recordAudit(tx, organisationId, {
    actor: 'millrace',
    action: 'subscription.paused',
    subject: id,
    detail: { name, because: paused_because },
  })
  const { rows } = await tx.query<{ organisation: string; owners: string[] }>(
    `SELECT o.name AS organisation,
            ARRAY(SELECT m.email FROM memberships s JOIN members m ON m.id = s.member_id
                  WHERE s.organisation_id = o.id AND s.role = 'owner' ORDER BY m.email) AS owners
     FROM organisations o WHERE o.id = $1 AND o.settings #>> '{email,smtp,host}' IS NOT NULL`,
    [organisationId],
  )
  const [written] = rows
  if (written === undefined) return
  const why =
    paused_because === 'gone'
      ? 'Its receiver answered that the address is gone (410).'
      : 'Nothing could be delivered to it for two days.'
  await addEmails(tx, organisationId, written.owners, {
    kind: 'subscription.paused',
    subject: `The subscription "${name}" is paused: ${written.organisation}`,
    paragraphs: [
      why,
      'What happens is stored for 30 days. Under Marketplace > Subscriptions you see the attempts, and can resume it when its receiver works again.',
    ],
  })
}
