import type { Sql } from '#db/sql.ts'
import type { NewMessage } from '#steps/step.ts'

/** A receiver that no call is made to for now. */
export interface ClosedHost {
  readonly organisationId: string
  /** As in an address, with its port where it has one. */
  readonly host: string
  readonly forMs: number
}

/** In one statement; what is left over is parked in the next turn. */
const MOST = 2_000

/**
 * Moves what is due to a closed host behind its pause, without an attempt. Claimed one by one, and given back because
 * there is no room, the messages to one host that hangs kept the database busier than all others.
 */
export async function parkMessages(
  sql: Sql,
  channel: NewMessage['channel'],
  closed: readonly ClosedHost[],
): Promise<number> {
  if (closed.length === 0) return 0
  const { rowCount } = await sql.query(
    `UPDATE messages SET due_at = now() + make_interval(secs => parked.pause * (1 + random() / 5))
     FROM (
       SELECT m.organisation_id, m.id, c.pause
       FROM unnest($2::uuid[], $3::text[], $4::float8[]) AS c (organisation_id, host, pause)
       JOIN messages m ON m.organisation_id = c.organisation_id
       WHERE m.status = 'pending' AND m.channel = $1 AND m.due_at <= now()
         AND lower(substring(m.recipient FROM '^[A-Za-z]+://([^/?#]+)')) = c.host
       LIMIT ${MOST} FOR UPDATE OF m SKIP LOCKED
     ) AS parked
     WHERE messages.organisation_id = parked.organisation_id AND messages.id = parked.id`,
    [
      channel,
      closed.map(({ organisationId }) => organisationId),
      closed.map(({ host }) => host),
      closed.map(({ forMs }) => forMs / 1_000),
    ],
  )
  return rowCount ?? 0
}
