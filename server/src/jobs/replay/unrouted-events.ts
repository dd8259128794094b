import type { Sql } from '#db/sql.ts'
import type { EventFacts } from '#workflows/facts.ts'

export interface UnroutedEvent extends EventFacts {
  readonly id: string
  readonly guestId: string
  /** When it happened: the sender may have said so. */
  readonly occurredAt: Date
}

export interface UnroutedRange {
  readonly organisationId: string
  readonly source: string | null
  /** ISO 8601. */
  readonly since: string
  readonly until: string
  /** The last event of the previous portion. */
  readonly after: string | null
  readonly limit: number
}

/**
 * Unmatched events, in the order of their ids. Ids start with the time of the process that made them, whose clock may
 * be wrong by up to a day; created_at is the database's. Events of test keys are left out: replayed, they would send.
 */
export async function readUnrouted(sql: Sql, range: UnroutedRange): Promise<UnroutedEvent[]> {
  const { organisationId, source, since, until, after, limit } = range
  const { rows } = await sql.query<UnroutedEvent>(
    `SELECT id, guest_id AS "guestId", source, serials, parameters, coalesce(occurred_at, created_at) AS "occurredAt"
     FROM events
     WHERE organisation_id = $1 AND status = 'unrouted' AND source IS NOT DISTINCT FROM $2
       AND id > coalesce($5, uuid_floor($3::timestamptz - interval '1 day'))
       AND id < uuid_floor($4::timestamptz + interval '1 day')
       AND created_at >= $3 AND created_at < $4
       AND NOT EXISTS (SELECT FROM api_keys k WHERE k.organisation_id = $1 AND k.id = events.key_id AND k.test)
     ORDER BY id LIMIT $6`,
    [organisationId, source, since, until, after, limit],
  )
  return rows
}
