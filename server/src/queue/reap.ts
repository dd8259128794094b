import { bareArray } from '#db/array-literal.ts'
import { ofEach } from '#db/distributed/owners.ts'
import type { Sql, SqlOfAll } from '#db/sql.ts'
import type { Claim } from './queue.ts'
import type { Stillness } from './stillness.ts'

export interface Beating extends Claim {
  readonly beat: number
}

/**
 * Frees jobs whose claim has not changed for a whole lease, and returns how many. The time is measured by the clock of
 * the process that checks, which only goes forward: no time is stored, so none can be wrong. With stored times, a
 * database clock that jumps back would keep dead workers' jobs for as long as it takes to catch up, and one that jumps
 * ahead would take jobs from live workers. Every worker checks independently; if two free the same job, it does no
 * harm.
 */
export async function reap(sessions: SqlOfAll, stillness: Stillness<Beating>): Promise<number> {
  const { rows } = await sessions.query<Beating>(CLAIMED)
  const left = stillness.of(rows)
  return left.length === 0 ? 0 : ofEach(sessions, left, free)
}

async function free(sql: Sql, left: readonly Beating[]): Promise<number> {
  const { rowCount } = await sql.query(FREE, [
    bareArray(left.map(({ organisationId }) => organisationId)),
    bareArray(left.map(({ id }) => id)),
    bareArray(left.map(({ attempt }) => attempt)),
    bareArray(left.map(({ beat }) => beat)),
  ])
  return rowCount ?? 0
}

export const claimKey = ({ organisationId, id }: Claim) => `${organisationId} ${id}`
export const claimState = ({ attempt, beat }: Beating) => `${attempt} ${beat}`

const CLAIMED = 'SELECT organisation_id AS "organisationId", id, attempt, beat FROM jobs WHERE claimed'

// A claim that changed since must not be freed, and one that is locked is being settled.
const FREE = `
  WITH still AS (
    SELECT j.organisation_id, j.id
    FROM unnest($1::uuid[], $2::bigint[], $3::integer[], $4::integer[]) AS c (organisation_id, id, attempt, beat)
    JOIN jobs j USING (organisation_id, id, attempt, beat)
    WHERE j.claimed FOR UPDATE OF j SKIP LOCKED
  )
  UPDATE jobs SET claimed = false
  FROM still WHERE jobs.organisation_id = still.organisation_id AND jobs.id = still.id`
