import type { Sql } from '#db/sql.ts'

export interface Overview {
  server_version: string
  workflows: number
  keys: number
  /** Exact up to COUNTED_EXACTLY, an estimate above it. */
  events_about: number
  runs_about: number
}

export const COUNTED_EXACTLY = 1_000

/** Numbers that cost the same in a large database as in a small one: above the first thousand, from statistics. */
export async function readOverview(sql: Sql): Promise<Overview> {
  const { rows } = await sql.query<Overview>(
    `SELECT current_setting('server_version') AS server_version,
            (SELECT count(*) FROM workflows) AS workflows,
            (SELECT count(*) FROM api_keys WHERE revoked_at IS NULL) AS keys,
            ${about('events')} AS events_about,
            ${about('runs')} AS runs_about`,
  )
  return rows[0] as Overview
}

/** pg_partition_tree of a table without partitions is the table. */
const about = (table: 'events' | 'runs') => `
  (SELECT CASE WHEN first.rows <= ${COUNTED_EXACTLY} THEN first.rows ELSE greatest(first.rows, (
     SELECT coalesce(sum(s.n_live_tup), 0)::bigint
     FROM pg_partition_tree('${table}') t JOIN pg_stat_user_tables s ON s.relid = t.relid)) END
   FROM (SELECT count(*) AS rows FROM (SELECT 1 FROM ${table} LIMIT ${COUNTED_EXACTLY + 1}) bounded) first)`
