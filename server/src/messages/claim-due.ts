import { believedTime, clockHolds } from '#db/believed-time.ts'
import type { Sql } from '#db/sql.ts'
import { roomOf } from '#organisations/providers/provider-sql.ts'
import type { NewMessage } from '#steps/step.ts'

/** A due message, claimed for one attempt. */
export interface DueMessage {
  readonly organisationId: string
  readonly id: string
  readonly runId: string
  readonly nodeId: string
  readonly guestId: string | null
  readonly channel: NewMessage['channel']
  readonly recipient: string
  readonly content: NewMessage['content']
  readonly attempt: number
  /** The provider that may have taken it already. */
  readonly heldBy: string | null
  /** The time of the attempt by the database's clock. */
  readonly at: Date
}

/**
 * Renewed while an attempt is in progress, and short enough that a dead worker's messages continue within 15 seconds.
 */
export const LEASE_SECONDS = 13

export interface Room {
  /** How many attempts may be in progress at a time, and how many slots are free. */
  readonly slots: number
  readonly free: number
  /** Attempts in progress, by organisation. */
  readonly busy: ReadonlyMap<string, number>
}

/**
 * Claims due messages, oldest first. Each organisation with something to send may have an equal share of the slots, and
 * one share stays free for the next organisation: neither a flood nor a receiver that hangs delays another
 * organisation's messages. What the pace of the providers holds back is not claimed. No other process gets a claimed
 * message before the lease is over. While the database's clock has just jumped, nothing is claimed: leases would seem to be
 * over that are not.
 */
export async function claimDue(
  tx: Sql,
  channel: NewMessage['channel'],
  { slots, free, busy }: Room,
): Promise<DueMessage[]> {
  const { rows } = await tx.query<DueMessage>(
    `WITH RECURSIVE owners AS (
       (SELECT organisation_id FROM messages WHERE status = 'pending' AND channel = $1 ORDER BY 1 LIMIT 1)
       UNION ALL
       SELECT (SELECT m.organisation_id FROM messages m
               WHERE m.status = 'pending' AND m.channel = $1 AND m.organisation_id > o.organisation_id
               ORDER BY 1 LIMIT 1)
       FROM owners o WHERE o.organisation_id IS NOT NULL
     ), sending AS (
       SELECT o.organisation_id, coalesce(busy.attempts, 0) AS attempts
       FROM owners o LEFT JOIN unnest($4::uuid[], $5::integer[]) AS busy (id, attempts) ON busy.id = o.organisation_id
       WHERE ${clockHolds('$7')} AND EXISTS (
         SELECT FROM messages m WHERE m.status = 'pending' AND m.channel = $1
           AND m.organisation_id = o.organisation_id AND m.due_at <= now() + make_interval(secs => $6))
     ), due AS (
       SELECT m.organisation_id, m.id
       FROM (SELECT greatest(1, $3 / (count(*) + 1)) AS part FROM sending) AS fair, sending s, LATERAL (
         SELECT organisation_id, id, due_at FROM messages
         WHERE status = 'pending' AND channel = $1 AND organisation_id = s.organisation_id AND due_at <= now()
         ORDER BY due_at LIMIT greatest(0, least(fair.part - s.attempts, ${roomOf('s.organisation_id', '$1')}))
         FOR UPDATE SKIP LOCKED
       ) AS m
       ORDER BY m.due_at LIMIT $2
     )
     UPDATE messages SET attempt = attempt + 1, due_at = now() + make_interval(secs => $6)
     FROM due WHERE messages.organisation_id = due.organisation_id AND messages.id = due.id
     RETURNING messages.organisation_id AS "organisationId", messages.id, run_id AS "runId", node_id AS "nodeId",
               guest_id AS "guestId", channel, recipient, content, attempt, held_by AS "heldBy", now() AS at`,
    [channel, free, slots, [...busy.keys()], [...busy.values()], LEASE_SECONDS, believedTime.forClaims()],
  )
  return rows
}

/**
 * Keeps other processes from starting the attempts in progress. A lost lease stays lost; a message that another process
 * is writing is not waited for, since that process may be waiting for another of these.
 */
export async function renewLeases(tx: Sql, messages: readonly DueMessage[]): Promise<number> {
  if (messages.length === 0) return 0
  const { rowCount } = await tx.query(
    `WITH held AS (
       SELECT m.organisation_id, m.id
       FROM unnest($1::uuid[], $2::uuid[], $3::integer[]) AS held (organisation_id, id, attempt)
       JOIN messages m USING (organisation_id, id, attempt)
       WHERE m.status = 'pending'
       FOR UPDATE OF m SKIP LOCKED
     )
     UPDATE messages SET due_at = now() + make_interval(secs => $4)
     FROM held WHERE messages.organisation_id = held.organisation_id AND messages.id = held.id`,
    [
      messages.map(({ organisationId }) => organisationId),
      messages.map(({ id }) => id),
      messages.map(({ attempt }) => attempt),
      LEASE_SECONDS,
    ],
  )
  return rowCount ?? 0
}
