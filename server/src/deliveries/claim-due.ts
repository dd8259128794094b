import type { Sql } from '#db/sql.ts'
import type { NewMessage } from '#steps/step.ts'

/** A message whose turn it is, as claimed for one attempt. */
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
  /** The time of the attempt by the database's clock. */
  readonly at: Date
}

/** Longer than any attempt takes, and short enough that a dead worker's messages go on elsewhere within 15 seconds. */
export const LEASE_SECONDS = 13

/**
 * Claims messages that are due, oldest first, no more of one organisation than its share: a flood of one's does not
 * keep another's waiting. Nobody else is given them before the lease is over.
 */
export async function claimDue(
  tx: Sql,
  channel: NewMessage['channel'],
  { limit, share }: { limit: number; share: number },
): Promise<DueMessage[]> {
  const { rows } = await tx.query<DueMessage>(
    `WITH RECURSIVE owners AS (
       (SELECT organisation_id FROM messages WHERE status = 'pending' AND channel = $1 ORDER BY 1 LIMIT 1)
       UNION ALL
       SELECT (SELECT m.organisation_id FROM messages m
               WHERE m.status = 'pending' AND m.channel = $1 AND m.organisation_id > o.organisation_id
               ORDER BY 1 LIMIT 1)
       FROM owners o WHERE o.organisation_id IS NOT NULL
     ), due AS (
       SELECT m.organisation_id, m.id
       FROM owners o, LATERAL (
         SELECT organisation_id, id FROM messages
         WHERE status = 'pending' AND channel = $1 AND organisation_id = o.organisation_id AND due_at <= now()
         ORDER BY due_at LIMIT $3
         FOR UPDATE SKIP LOCKED
       ) AS m
       LIMIT $2
     )
     UPDATE messages SET attempt = attempt + 1, due_at = now() + make_interval(secs => $4)
     FROM due WHERE messages.organisation_id = due.organisation_id AND messages.id = due.id
     RETURNING messages.organisation_id AS "organisationId", messages.id, run_id AS "runId", node_id AS "nodeId",
               guest_id AS "guestId", channel, recipient, content, attempt, now() AS at`,
    [channel, limit, share, LEASE_SECONDS],
  )
  return rows
}
