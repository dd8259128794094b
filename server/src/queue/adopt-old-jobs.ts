import { type Repeating, repeat } from '#base/repeat.ts'
import type { Sql } from '#db/sql.ts'
import type { Lane } from './lane.ts'
import { createStillness } from './stillness.ts'

const EVERY_MS = 1_000
const BATCH = 1_000
/** A worker of the previous release writes a heartbeat every few seconds while it has a job. */
const LEFT_AFTER_MS = 15_000

interface Held {
  readonly id: string
  readonly state: string
}

export interface Adoption {
  onError(error: Error): void
  adopted(lane: Lane): void
}

/**
 * Takes over the jobs of the previous release, which stored them in pg-boss's tables. That release may still be
 * serving: its processes are replaced one by one, and until the last one has ended they add jobs there and work on
 * some. Free jobs are moved at once; jobs that one of its workers has are moved when that worker has sent no heartbeat
 * for a while. On a database that never had those tables, this checks once and ends.
 */
export function adoptOldJobs(sql: Sql, { onError, adopted }: Adoption): Repeating {
  const stillness = createStillness<Held>({
    forMs: LEFT_AFTER_MS,
    now: () => performance.now(),
    keyOf: ({ id }) => id,
    stateOf: ({ state }) => state,
  })

  async function adopt(): Promise<boolean> {
    const { rows: held } = await sql.query<Held>(HELD)
    const left = stillness.of(held).map(({ id, state }) => `${id} ${state}`)
    const { rows } = await sql.query<{ lane: Lane }>(MOVE, [left, BATCH])
    for (const lane of new Set(rows.map(row => row.lane))) adopted(lane)
    return rows.length === BATCH
  }

  const repeating = repeat({
    name: 'taking over jobs of the previous release',
    everyMs: EVERY_MS,
    logger: { error: ({ err }) => onError(err as Error) },
    async run() {
      const { rows } = await sql.query<{ there: boolean }>(
        `SELECT to_regclass('pgboss.job') IS NOT NULL AS there`,
      )
      if (rows[0]?.there) return adopt()
      void repeating.stop()
      return false
    },
  })
  return repeating
}

const STATE = `concat_ws(' ', retry_count, started_on, heartbeat_on)`

const HELD = `SELECT id, ${STATE} AS state FROM pgboss.job WHERE state = 'active'`

const MOVE = `
  WITH free AS (
    SELECT name, id FROM pgboss.job
    WHERE state IN ('created', 'retry') OR state = 'active' AND id || ' ' || ${STATE} = ANY($1)
    LIMIT $2 FOR UPDATE SKIP LOCKED
  ), moved AS (
    DELETE FROM pgboss.job USING free WHERE job.name = free.name AND job.id = free.id RETURNING job.name, job.data
  )
  INSERT INTO jobs (organisation_id, lane, data)
  SELECT (data ->> 'organisation_id')::uuid, CASE name WHEN 'advance_slowly' THEN 'slow' ELSE 'fast' END, data -> 'runs'
  FROM moved RETURNING lane`
