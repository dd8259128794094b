import { inTurn } from '#db/distributed/owners.ts'
import type { Sql, SqlOfAll } from '#db/sql.ts'
import type { Lane } from './lane.ts'
import type { Job } from './queue.ts'

/**
 * Claims the oldest free jobs of a lane, at most `limit`, and skips those that another process is claiming.
 *
 * A claim is written; it is not only a lock that lasts as long as the transaction of the work. A lock would need no
 * lease, and that of a killed worker would be gone at once. But a worker that is frozen before it has read a large
 * result keeps its transaction for ever: PostgreSQL does not see it as idle, because it is still sending to it.
 */
export async function claim<Data>(sql: SqlOfAll, lane: Lane, limit: number): Promise<Job<Data>[]> {
  return sql.of === undefined ? claimIn(sql, lane, limit) : claimOfOne(sql, sql.of, lane, limit)
}

async function claimIn<Data>(sql: Sql, lane: Lane, limit: number): Promise<Job<Data>[]> {
  const { rows } = await sql.query<Job<Data>>(STATEMENT, [lane, limit])
  return rows
}

/** On several nodes the jobs of one organisation, because those of others may be elsewhere; of any, so that all have their turn. */
async function claimOfOne<Data>(
  sql: Sql,
  of: (organisationId: string) => Sql,
  lane: Lane,
  limit: number,
): Promise<Job<Data>[]> {
  const { rows } = await sql.query<{ owner: string }>(OWNERS, [lane])
  for (const { owner } of inTurn(rows)) {
    const jobs = await claimIn<Data>(of(owner), lane, limit)
    if (jobs.length > 0) return jobs
  }
  return []
}

const OWNERS = 'SELECT DISTINCT organisation_id AS owner FROM jobs WHERE NOT claimed AND lane = $1 LIMIT 100'

// Along jobs_order, then row by row along the primary key: sessions that claim are opened so that no other plan is
// possible, see sessions.ts. Planned freely on an empty table, it would sort the whole backlog for every claim.
const STATEMENT = `
  WITH next AS (
    SELECT organisation_id, id FROM jobs
    WHERE NOT claimed AND lane = $1
    ORDER BY id LIMIT $2
    FOR UPDATE SKIP LOCKED
  )
  UPDATE jobs SET claimed = true, attempt = attempt + 1
  FROM next WHERE jobs.organisation_id = next.organisation_id AND jobs.id = next.id
  RETURNING jobs.organisation_id AS "organisationId", jobs.id, jobs.attempt, jobs.data`
