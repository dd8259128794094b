import type { Receipt, Skipped } from '@millrace/contract/event'
import type { Sql } from '#db/sql.ts'

export interface RecentEvent {
  readonly id: string
  readonly created_at: Date
  readonly source: string | null
  readonly serials: readonly string[]
  readonly parameters: Readonly<Record<string, unknown>>
  readonly guest_id: string
  readonly status: Receipt['status']
  readonly workflow_runs: number
  readonly skipped: Skipped[]
}

const PAGE = 500

/**
 * All events of the last while, in the order of their ids. An event may be committed after one with a higher id: who
 * follows them looks at the same while again and again, and passes over what they have seen.
 */
export async function recentEvents(
  tx: Sql,
  organisationId: string,
  { seconds, source }: { seconds: number; source: string | null | undefined },
): Promise<RecentEvent[]> {
  const events: RecentEvent[] = []
  for (;;) {
    const { rows } = await tx.query<RecentEvent>(
      `SELECT id, created_at, source, serials, parameters, guest_id, status,
              json_array_length(receipt->'workflow_runs') AS workflow_runs,
              coalesce(receipt->'skipped', '[]') AS skipped
       FROM events
       WHERE organisation_id = $1 AND id > coalesce($2, uuid_floor(now() - make_interval(secs => $3)))
         AND (NOT $4 OR source IS NOT DISTINCT FROM $5)
       ORDER BY id LIMIT $6`,
      [organisationId, events.at(-1)?.id ?? null, seconds, source !== undefined, source ?? null, PAGE],
    )
    events.push(...rows)
    if (rows.length < PAGE) return events
  }
}
