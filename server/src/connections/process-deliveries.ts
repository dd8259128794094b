import { faultPoint } from '#base/fault-point.ts'
import { believedTime, clockHolds } from '#db/believed-time.ts'
import { inTransaction } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import type { Logger } from '#observability/logger.ts'
import { dueIn } from './due.ts'
import { type DueDelivery, type Outcome, type ProcessParts, processDelivery } from './process-delivery.ts'

const AT_ONCE = 20
/** Longer than a portion takes. What a process leaves undone is due again after this time. */
export const LEASE = `interval '1 minute'`
/** A guest or a venue can become known at any time. */
const LOOK_AGAIN = dueIn('1 hour')

/** After these, which take about an hour and a half, only a member has it read again. */
const MOST_ATTEMPTS = 8
/** The first pause is for an error that is over in a moment; each one after it is three times as long. */
const FIRST_PAUSE_SECONDS = 5
const LONGEST_ERROR = 300

/** Reads the deliveries that are due. Returns whether there may be more. */
export async function processDeliveries(parts: ProcessParts & { logger: Logger }): Promise<boolean> {
  const due = await inTransaction(parts.database.engine, claimDue)
  if (due.length > 0) faultPoint('read:claimed')
  for (const delivery of due) {
    if (delivery.paused) {
      await inTransaction(parts.database.engine, tx => putOff(tx, delivery))
      continue
    }
    const outcome = await attempt(parts, delivery)
    await inTransaction(parts.database.engine, tx =>
      outcome === undefined ? tryLater(tx, delivery) : finish(tx, delivery, outcome),
    )
  }
  return due.length === AT_ONCE
}

/** Undefined: it failed, and is tried again after a pause. */
async function attempt(
  parts: ProcessParts & { logger: Logger },
  delivery: DueDelivery,
): Promise<Outcome | undefined> {
  // The last process that tried was ended: perhaps by this delivery.
  if (delivery.attempts > MOST_ATTEMPTS) return notProcessed('The server stopped while it was processed.')
  try {
    return await processDelivery(parts, delivery)
  } catch (error) {
    parts.logger.error({ err: error, delivery_id: delivery.id }, 'a delivery could not be processed')
    if (delivery.attempts < MOST_ATTEMPTS) return undefined
    return notProcessed(error instanceof Error ? error.message : String(error))
  }
}

const notProcessed = (error: string): Outcome => ({
  state: 'failed',
  outcome: { problem: 'not_processed', error: error.replaceAll('\0', '').slice(0, LONGEST_ERROR) },
})

/** What is held was read before, and there may be very many of it: it comes after what is new. */
export async function claimDue(tx: Sql): Promise<DueDelivery[]> {
  const waiting = await claim(tx, 'waiting', AT_ONCE)
  if (waiting.length === AT_ONCE) return waiting
  return [...waiting, ...(await claim(tx, 'held', AT_ONCE - waiting.length))]
}

/** The time of what is claimed doubles each time: it may be what ends the process. */
async function claim(tx: Sql, state: 'waiting' | 'held', most: number): Promise<DueDelivery[]> {
  const { rows } = await tx.query<DueDelivery>(
    `UPDATE connection_deliveries d SET due_at = now() + ${LEASE} * power(2, d.attempts), attempts = d.attempts + 1
     FROM (
       SELECT organisation_id, id FROM connection_deliveries
       WHERE state = '${state}' AND due_at <= now() AND ${clockHolds('$1')}
       ORDER BY due_at LIMIT ${most} FOR UPDATE SKIP LOCKED
     ) AS due
     JOIN connections c ON c.organisation_id = due.organisation_id
     WHERE d.organisation_id = due.organisation_id AND d.id = due.id AND c.id = d.connection_id
     RETURNING d.organisation_id, d.id, d.connection_id, d.headers, d.body, d.received_at, d.attempts, d.outcome,
               c.paused_at IS NOT NULL AS paused, c.vendor, c.mapping, c.aliases, c.unknown_guests`,
    [believedTime.forClaims()],
  )
  return rows
}

/** It was due when its connection was paused. */
async function putOff(tx: Sql, { organisation_id, id }: DueDelivery): Promise<void> {
  await tx.query(
    `UPDATE connection_deliveries d SET attempts = 0, due_at = ${dueIn('0')} WHERE organisation_id = $1 AND id = $2`,
    [organisation_id, id],
  )
}

/** Not where another process has taken it meanwhile. */
async function tryLater(tx: Sql, { organisation_id, id, attempts }: DueDelivery): Promise<void> {
  const pause = `${FIRST_PAUSE_SECONDS * 3 ** (attempts - 1)} seconds`
  await tx.query(
    `UPDATE connection_deliveries d SET due_at = ${dueIn(pause)} WHERE organisation_id = $1 AND id = $2 AND attempts = $3`,
    [organisation_id, id, attempts],
  )
}

async function finish(tx: Sql, { organisation_id, id }: DueDelivery, done: Outcome): Promise<void> {
  await tx.query(
    `UPDATE connection_deliveries d SET state = $3, outcome = $4, attempts = 0, due_at = ${LOOK_AGAIN}
     WHERE organisation_id = $1 AND id = $2`,
    [organisation_id, id, done.state, JSON.stringify(done.outcome)],
  )
}
