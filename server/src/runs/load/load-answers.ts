import { bareArray } from '#db/array-literal.ts'
import type { Sql } from '#db/sql.ts'
import type { Answers } from '#steps/step.ts'
import type { LoadedRun } from './load-runs.ts'

/**
 * The answers to these runs' questions, by run and node. Read only for runs that wait for answers, under the lock that is also
 * taken when one is given (`commands/heed-answer.ts`).
 */
export async function loadAnswers(
  tx: Sql,
  runs: readonly LoadedRun[],
): Promise<ReadonlyMap<string, Answers>> {
  if (runs.length === 0) return new Map()
  const { rows } = await tx.query<{ run_id: string; node_id: string; answer: number | boolean }>(
    `SELECT a.run_id, a.node_id, a.answer
     FROM unnest($1::uuid[], $2::uuid[]) AS r (organisation_id, run_id)
     JOIN message_answers a USING (organisation_id, run_id)`,
    [bareArray(runs.map(run => run.organisationId)), bareArray(runs.map(run => run.id))],
  )
  const byRun = Map.groupBy(rows, ({ run_id }) => run_id)
  return new Map(
    [...byRun].map(([runId, given]) => [
      runId,
      new Map(given.map(({ node_id, answer }) => [node_id, answer])),
    ]),
  )
}
