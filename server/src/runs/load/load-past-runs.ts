import { bareArray } from '#db/array-literal.ts'
import type { Sql } from '#db/sql.ts'
import type { UnreadableVersion } from '#workflows/catalogue.ts'
import type { CompiledVersion } from '#workflows/compile.ts'
import type { PastRuns, PastRunsOfWorkflow } from '#workflows/facts.ts'
import { type GuestKey, guestKey } from './load-guests.ts'

/** The earlier runs that the conditions of these runs' versions read. */
export function loadPastRunsFor(
  tx: Sql,
  runs: readonly GuestKey[],
  versions: ReadonlyMap<string, CompiledVersion | UnreadableVersion>,
): Promise<Map<string, PastRuns>> {
  const needed = new Set<string>()
  for (const version of versions.values()) {
    if ('needs' in version) for (const workflowId of version.needs.pastRuns) needed.add(workflowId)
  }
  return loadPastRuns(tx, runs, [...needed])
}

/** The guests' earlier runs of these workflows. Read only if a condition needs them. */
export async function loadPastRuns(
  tx: Sql,
  guests: readonly GuestKey[],
  workflowIds: readonly string[],
): Promise<Map<string, PastRuns>> {
  if (guests.length === 0 || workflowIds.length === 0) return new Map()
  const wanted = [...new Map(guests.map(guest => [guestKey(guest), guest])).values()]
  const { rows } = await tx.query<{
    organisationId: string
    guestId: string
    workflow_id: string
    count: number
    completed: number
    days: number
  }>(
    `SELECT r.organisation_id AS "organisationId", r.guest_id AS "guestId", r.workflow_id, count(*) AS count,
            count(*) FILTER (WHERE r.status = 'completed') AS completed,
            floor(extract(epoch FROM now() - max(r.created_at)) / 86400)::float8 AS days
     FROM unnest($1::uuid[], $2::uuid[]) AS g (organisation_id, guest_id)
     JOIN runs r ON r.organisation_id = g.organisation_id AND r.guest_id = g.guest_id
     WHERE r.workflow_id = ANY($3)
     GROUP BY 1, 2, 3`,
    [
      bareArray(wanted.map(({ organisationId }) => organisationId)),
      bareArray(wanted.map(({ guestId }) => guestId)),
      workflowIds,
    ],
  )
  const found = new Map<string, Map<string, PastRunsOfWorkflow>>()
  for (const row of rows) {
    const key = guestKey(row)
    const ofGuest = found.get(key) ?? new Map<string, PastRunsOfWorkflow>()
    ofGuest.set(row.workflow_id, { count: row.count, completed: row.completed, daysSinceLast: row.days })
    found.set(key, ofGuest)
  }
  return found
}
