import type { Sql } from '#db/sql.ts'
import type { QueueCounts } from './queue.ts'
import { QUEUE_SCHEMA } from './settings.ts'

/** As of the last look of the process that supervises, a second or two ago: reading it scans no jobs. */
export async function queueCounts(sql: Sql): Promise<QueueCounts[]> {
  const { rows } = await sql.query<{ name: string; ready: number; active: number }>(
    `SELECT name, ready_count AS ready, active_count AS active FROM ${QUEUE_SCHEMA}.queue ORDER BY name`,
  )
  return rows
}
