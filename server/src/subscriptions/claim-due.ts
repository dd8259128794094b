import { believedTime, clockHolds } from '#db/believed-time.ts'
import type { Sql } from '#db/sql.ts'
import type { Happened } from './body.ts'

/** A delivery, claimed for one attempt. */
export interface DueDelivery extends Happened {
  readonly organisation_id: string
  readonly id: string
  readonly subscription_id: string
  readonly guest_id: string | null
  readonly sequence: string
  readonly attempt: number
  readonly tries: number
  readonly hops: number
  readonly url: string
  readonly sealed_secret: string
  readonly sealed_previous: string | null
  /** The time of the attempt by the database's clock. */
  readonly at: Date
}

/** Longer than an attempt can take. What a process leaves undone is due again after this time. */
export const LEASE = `interval '30 seconds'`
/** Of one subscription: a receiver that hangs keeps no more than these. */
const MOST_OF_ONE = 8

/**
 * Claims what is due, at most `free`: of each subscription a share, and of what is about one guest only the first, so that a
 * receiver learns things about a guest in their order. `busy` has the attempts in progress, by subscription.
 */
export async function claimDue(
  sql: Sql,
  free: number,
  busy: ReadonlyMap<string, number>,
): Promise<DueDelivery[]> {
  const { rows } = await sql.query<DueDelivery>(
    `WITH due AS (
       SELECT d.organisation_id, d.id, s.url, s.sealed_secret,
              CASE WHEN s.previous_until > now() THEN s.sealed_previous END AS sealed_previous
       FROM subscriptions s LEFT JOIN unnest($2::uuid[], $3::integer[]) AS busy (id, attempts) ON busy.id = s.id
       CROSS JOIN LATERAL (
         SELECT organisation_id, id, due_at FROM subscription_deliveries w
         WHERE w.organisation_id = s.organisation_id AND w.subscription_id = s.id AND w.state = 'waiting' AND w.due_at <= now()
           AND NOT EXISTS (
             SELECT FROM subscription_deliveries e
             WHERE e.organisation_id = w.organisation_id AND e.subscription_id = w.subscription_id AND e.state = 'waiting'
               AND e.guest_id = w.guest_id AND e.sequence < w.sequence)
         ORDER BY w.due_at, w.sequence LIMIT greatest(0, ${MOST_OF_ONE} - coalesce(busy.attempts, 0))
         FOR UPDATE SKIP LOCKED
       ) AS d
       WHERE ${clockHolds('$4')} AND s.paused_at IS NULL AND s.deleted_at IS NULL AND s.sealed_secret IS NOT NULL
       ORDER BY d.due_at LIMIT $1
     )
     UPDATE subscription_deliveries d SET attempt = d.attempt + 1, tries = d.tries + 1, due_at = now() + ${LEASE}
     FROM due WHERE d.organisation_id = due.organisation_id AND d.id = due.id
     RETURNING d.organisation_id, d.id, d.subscription_id, d.guest_id, d.sequence::text AS sequence, d.type, d.data,
               d.occurred_at, d.attempt, d.tries, d.hops, due.url, due.sealed_secret, due.sealed_previous, now() AS at`,
    [free, [...busy.keys()], [...busy.values()], believedTime.forClaims()],
  )
  return rows
}
