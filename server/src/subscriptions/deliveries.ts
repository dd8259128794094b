import type {
  SubscriptionDelivery,
  SubscriptionDeliveryState,
  SubscriptionReplay,
  WholeSubscriptionDelivery,
} from '@millrace/contract/subscription'
import { MOST_REPLAYED, TEST_EVENT } from '@millrace/contract/subscription'
import type { Given } from '#base/given.ts'
import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'
import { bodyOf, type Happened } from './body.ts'
import type { SubscriptionPlace } from './subscriptions.ts'

interface Row extends Happened {
  readonly id: string
  readonly sequence: string
  readonly state: SubscriptionDeliveryState
  readonly attempts: number
  readonly next_attempt_at: Date | null
  readonly settled_at: Date | null
  readonly last_error: string | null
}

const COLUMNS = `d.id, d.sequence::text AS sequence, d.type, d.data, d.state, d.attempt AS attempts, d.occurred_at, d.settled_at,
  CASE WHEN d.state = 'waiting' AND s.paused_at IS NULL THEN d.due_at END AS next_attempt_at,
  (SELECT a.error FROM subscription_attempts a
   WHERE a.organisation_id = d.organisation_id AND a.delivery_id = d.id ORDER BY a.attempt DESC LIMIT 1) AS last_error`
const FROM = `FROM subscription_deliveries d
  JOIN subscriptions s ON s.organisation_id = d.organisation_id AND s.id = d.subscription_id AND s.deleted_at IS NULL`

const toDelivery = (row: Row): SubscriptionDelivery => ({
  id: row.id,
  type: row.type,
  state: row.state,
  attempts: row.attempts,
  occurred_at: row.occurred_at.toISOString(),
  next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
  settled_at: row.settled_at?.toISOString() ?? null,
  last_error: row.last_error,
})

export interface DeliveryPage {
  readonly state: SubscriptionDeliveryState | undefined
  /** The sequence of the last one of the page before. */
  readonly before: string | undefined
  readonly limit: number
}

/** Newest first, each with its place in the list. */
export async function listDeliveries(
  tx: Sql,
  { organisationId, id }: SubscriptionPlace,
  { state, before, limit }: DeliveryPage,
): Promise<(SubscriptionDelivery & { readonly sequence: string })[]> {
  const { rows } = await tx.query<Row>(
    `SELECT ${COLUMNS} ${FROM}
     WHERE d.organisation_id = $1 AND d.subscription_id = $2 AND ($3::text IS NULL OR d.state = $3)
       AND ($4::bigint IS NULL OR d.sequence < $4)
     ORDER BY d.sequence DESC LIMIT $5`,
    [organisationId, id, state ?? null, before ?? null, limit],
  )
  return rows.map(row => ({ ...toDelivery(row), sequence: row.sequence }))
}

export async function findDelivery(
  tx: Sql,
  { organisationId, id }: SubscriptionPlace,
  deliveryId: string,
): Promise<WholeSubscriptionDelivery | undefined> {
  const { rows } = await tx.query<Row>(
    `SELECT ${COLUMNS} ${FROM} WHERE d.organisation_id = $1 AND d.subscription_id = $2 AND d.id = $3`,
    [organisationId, id, deliveryId],
  )
  const [row] = rows
  if (row === undefined) return undefined
  const log = await tx.query<Omit<WholeSubscriptionDelivery['log'][number], 'at'> & { at: Date }>(
    `SELECT attempt, at, duration_ms, status, error, response FROM subscription_attempts
     WHERE organisation_id = $1 AND delivery_id = $2 ORDER BY attempt DESC`,
    [organisationId, deliveryId],
  )
  return {
    ...toDelivery(row),
    body: bodyOf(row),
    log: log.rows.map(one => ({ ...one, at: one.at.toISOString() })),
  }
}

/** Puts a test in line. Returns its id. */
export async function addTest(tx: Sql, { organisationId, id }: SubscriptionPlace): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(
    `INSERT INTO subscription_deliveries (organisation_id, subscription_id, type, data)
     VALUES ($1, $2, '${TEST_EVENT}', '{"message": "This is a test."}') RETURNING id`,
    [organisationId, id],
  )
  return (rows[0] as { id: string }).id
}

export interface Replayed {
  readonly deliveries: number
  /** Since when the rest happened, which is for another time; null: that was all. */
  readonly nextFrom: Date | null
}

/** Puts deliveries in line again, in their order, the oldest first and so many at a time. */
export async function replayDeliveries(
  tx: Sql,
  { organisationId, id }: SubscriptionPlace,
  actor: string,
  replay: Given<SubscriptionReplay>,
  most = MOST_REPLAYED,
): Promise<Replayed> {
  const { delivery_id, from, to, state = 'failed' } = replay
  const states = delivery_id !== undefined || state === 'all' ? ['failed', 'delivered'] : ['failed']
  const { rows } = await tx.query<Replayed>(
    `WITH chosen AS MATERIALIZED (
       SELECT id, occurred_at, row_number() OVER (ORDER BY occurred_at, sequence) AS place
       FROM subscription_deliveries
       WHERE organisation_id = $1 AND subscription_id = $2 AND state = ANY ($3) AND ($4::uuid IS NULL OR id = $4)
         AND ($5::timestamptz IS NULL OR occurred_at >= $5) AND ($6::timestamptz IS NULL OR occurred_at < $6)
       ORDER BY occurred_at, sequence LIMIT $7 + 1
     ), again AS (
       UPDATE subscription_deliveries d SET state = 'waiting', due_at = now(), tries = 0, settled_at = NULL
       FROM chosen c WHERE d.organisation_id = $1 AND d.id = c.id AND c.place <= $7 AND d.state = ANY ($3)
       RETURNING d.id
     )
     SELECT (SELECT count(*)::integer FROM again) AS deliveries,
       (SELECT occurred_at FROM chosen WHERE place > $7) AS "nextFrom"`,
    [organisationId, id, states, delivery_id ?? null, from ?? null, to ?? null, most],
  )
  const replayed = rows[0] as Replayed
  await recordAudit(tx, organisationId, {
    actor,
    action: 'subscription.replayed',
    subject: id,
    detail: { ...replay, deliveries: replayed.deliveries },
  })
  return replayed
}
