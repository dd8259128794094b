import type { Sql } from '../sql.ts'

/** Runs PL/pgSQL on each node by itself: Citus passes on operators and some settings not at all, and others only for as long as it knows them. */
export async function onEveryNode(sql: Sql, statements: string): Promise<void> {
  const block = `DO $nodes$ BEGIN PERFORM set_config('citus.enable_ddl_propagation', 'off', true); ${statements} END $nodes$`
  const { rows } = await sql.query<{ result: string }>(
    'SELECT result FROM run_command_on_all_nodes($1) WHERE NOT success',
    [block],
  )
  if (rows[0] !== undefined) throw new Error(rows[0].result)
}
