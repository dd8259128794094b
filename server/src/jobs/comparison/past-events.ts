import type { Sql } from '#db/sql.ts'

export interface StoredPastEvent {
  readonly id: string
  readonly guest_id: string
  readonly created_at: Date
  /** When it happened: the sender may have said so. */
  readonly occurred_at: Date
  /** Nothing else is read of an event that neither side listens to. */
  readonly wanted: boolean
  readonly source: string | null
  readonly serials: string[]
  readonly parameters: Record<string, string | number | boolean | null>
}

export interface PastRange {
  readonly organisationId: string
  readonly since: string
  readonly until: string
  readonly sources: readonly (string | null)[]
  readonly after: string | null
  readonly limit: number
}

/**
 * Stored events in the order of their ids, which is nearly the order in which they came. All of them are read, so that
 * a portion takes the same time however few of them are wanted.
 */
export async function readPastEvents(sql: Sql, range: PastRange): Promise<StoredPastEvent[]> {
  const { organisationId, since, until, sources, after, limit } = range
  const { rows } = await sql.query<StoredPastEvent>(
    `SELECT id, guest_id, created_at, coalesce(occurred_at, created_at) AS occurred_at, wanted, source,
            CASE WHEN wanted THEN serials END AS serials, CASE WHEN wanted THEN parameters END AS parameters
     FROM (
       SELECT *, coalesce(source = ANY($4), $5) AND created_at >= $2 AND created_at < $3
                 AND status <> 'history' AS wanted
       FROM events
       WHERE organisation_id = $1 AND id > coalesce($6, uuid_floor($2::timestamptz))
         AND id < uuid_floor($3::timestamptz)
       ORDER BY id LIMIT $7
     ) AS portion`,
    [
      organisationId,
      since,
      until,
      sources.filter(source => source !== null),
      sources.includes(null),
      after,
      limit,
    ],
  )
  return rows
}
