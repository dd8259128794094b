import { bareArray } from '#db/array-literal.ts'
import type { Sql } from '#db/sql.ts'
import type { Clicks } from '#steps/step.ts'
import type { LoadedRun } from './load-runs.ts'

/**
 * The links of these runs' e-mails that were followed, by run and node, the earliest first. Read only for runs that wait for
 * clicks, under the lock that is also taken when one is counted (`commands/heed-click.ts`).
 */
export async function loadClicks(tx: Sql, runs: readonly LoadedRun[]): Promise<ReadonlyMap<string, Clicks>> {
  if (runs.length === 0) return new Map()
  const { rows } = await tx.query<{ run_id: string; node_id: string; urls: string[] }>(
    `SELECT c.run_id, c.node_id, array_agg(c.url ORDER BY c.first_at, c.url) AS urls
     FROM unnest($1::uuid[], $2::uuid[]) AS r (organisation_id, run_id)
     JOIN message_clicks c USING (organisation_id, run_id)
     GROUP BY c.run_id, c.node_id`,
    [bareArray(runs.map(run => run.organisationId)), bareArray(runs.map(run => run.id))],
  )
  const byRun = Map.groupBy(rows, ({ run_id }) => run_id)
  return new Map(
    [...byRun].map(([runId, clicked]) => [
      runId,
      new Map(clicked.map(({ node_id, urls }) => [node_id, urls])),
    ]),
  )
}
