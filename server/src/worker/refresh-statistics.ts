import type { Sql } from '#db/sql.ts'

/**
 * Updates the planner's statistics for tables that have mostly been written since the last update. Autovacuum does the
 * same, but checks only once a minute, and until then a table that was empty a moment ago is planned for as if it still
 * were: runs are then found by any index that contains their organisation. Measured on a new database with a flood of
 * 20,000 events: 300 runs a second, against 3,400. Returns the tables that it analysed.
 */
export async function refreshStatistics(tx: Sql): Promise<string[]> {
  const { rows } = await tx.query<{ name: string }>(GROWN)
  // If two processes do it at once, it does no harm.
  for (const { name } of rows) await tx.query(`ANALYZE ${name}`)
  return rows.map(({ name }) => name)
}

// Not the queue: it is written all the time and empty in the end.
const GROWN = `
  SELECT format('%I.%I', schemaname, relname) AS name FROM pg_stat_user_tables
  WHERE schemaname = 'millrace' AND relname <> 'jobs' AND n_mod_since_analyze > 1000 AND n_mod_since_analyze > n_live_tup / 2
  ORDER BY 1`
