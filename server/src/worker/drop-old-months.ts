import type pg from 'pg'
import { findMonths, type Month } from '#db/months.ts'
import type { Sql } from '#db/sql.ts'
import { varied } from '#db/statement-name.ts'
import { isOutdated } from '#runs/change/delete-runs.ts'
import { moveRuns, moveSteps, type StoredRun } from '#runs/change/move-runs.ts'
import { dropMonth, readBackwards } from './months.ts'

/** Copied while everyone waits: takes a second at most. If there are more, their month stays until they have ended. */
const MOST_MOVED = 10_000

/**
 * Drops the months of runs that ended before every retention limit. Runs that are in progress, or ended lately, move to
 * the default partition, where they continue. `keptFrom` is asked again when the month is dropped: a longer retention
 * may have been set meanwhile.
 */
export async function dropMonthsOfRuns(
  engine: pg.Pool,
  keptFrom: (sql: Sql) => Promise<Date>,
): Promise<void> {
  const from = await keptFrom(engine)
  for (const month of await findEnded(engine, 'runs', from)) {
    const kept = await findKept(engine, month.partition, from)
    if (kept.length > MOST_MOVED) continue
    await dropMonth(engine, month, {
      still: async tx => (await keptFrom(tx)) >= from,
      move: (tx, detached) => moveRuns(tx, detached, kept),
    })
  }
}

const findEnded = async (sql: Sql, parent: Month['parent'], by: Date) =>
  (await findMonths(sql, parent)).filter(({ end }) => end <= by)

/**
 * What has to stay of a month of runs. It is read without a lock, since its runs may be continuing. A run that has ended
 * and is no longer kept stays as it is: no one can retry it, and no new one gets an id of a month that is so old.
 */
async function findKept(sql: Sql, partition: string, from: Date): Promise<StoredRun[]> {
  const kept: StoredRun[] = []
  await readBackwards(sql, partition, async within => {
    const { rows } = await sql.query<StoredRun>(
      varied(
        `SELECT organisation_id, id FROM ${partition} r
         WHERE ${within} AND (${isOutdated('r', '$1::timestamptz')}) IS NOT TRUE LIMIT ${MOST_MOVED + 1}`,
      ),
      [from],
    )
    kept.push(...rows)
    return kept.length > MOST_MOVED
  })
  return kept
}

/** Drops the months of steps that ended before every retention limit. Steps of runs that still exist move as their runs do. */
export async function dropMonthsOfSteps(engine: pg.Pool, keptFrom: Date): Promise<void> {
  for (const month of await findEnded(engine, 'steps', keptFrom)) {
    if ((await findRunsOf(engine, month)).length > MOST_MOVED) continue
    await dropMonth(engine, month, {
      move: async (tx, detached) => moveSteps(tx, detached, await findRunsOf(tx, month)),
    })
  }
}

async function findRunsOf(sql: Sql, { begin, end }: Month): Promise<StoredRun[]> {
  const { rows } = await sql.query<StoredRun>(
    `SELECT r.organisation_id, r.id
     FROM organisations o,
       LATERAL (SELECT r.organisation_id, r.id FROM runs r
                WHERE r.organisation_id = o.id AND r.id >= uuid_floor($1) AND r.id < uuid_floor($2)
                LIMIT ${MOST_MOVED + 1}) AS r
     LIMIT ${MOST_MOVED + 1}`,
    [begin, end],
  )
  return rows
}

/** Drops the months of events that ended before every retention limit, and that no run needs. */
export async function dropMonthsOfEvents(engine: pg.Pool, keptFrom: Date): Promise<void> {
  for (const month of await findEnded(engine, 'events', keptFrom)) {
    if (await isNeeded(engine, month)) continue
    await dropMonth(engine, month, { still: async tx => !(await hasYounger(tx, month, keptFrom)) })
  }
}

/** Runs in progress may need the events since they started. */
async function isNeeded(sql: Sql, { end }: Month): Promise<boolean> {
  const { rows } = await sql.query(
    `SELECT FROM organisations o
     WHERE EXISTS (
       SELECT FROM runs r
       WHERE r.organisation_id = o.id AND r.id < uuid_floor($1) AND r.status NOT IN ('completed', 'failed', 'cancelled'))
     LIMIT 1`,
    [end],
  )
  return rows.length > 0
}

/**
 * Whether a month has events that the database stored later: their ids came from a clock that was behind. Such rows are
 * at the end; the month stays, and its old rows are deleted one by one. Nothing is added to it meanwhile.
 */
async function hasYounger(tx: Sql, { partition }: Month, keptFrom: Date): Promise<boolean> {
  await tx.query(`LOCK TABLE ${partition} IN SHARE MODE`)
  return readBackwards(tx, partition, async within => {
    const { rowCount } = await tx.query(
      varied(`SELECT FROM ${partition} WHERE ${within} AND created_at >= $1 LIMIT 1`),
      [keptFrom],
    )
    return rowCount !== 0
  })
}
