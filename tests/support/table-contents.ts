import type { Sql } from '../../server/src/db/sql.ts'

/** For each table of the product and its queue, how many rows it has and a digest of them all. */
export type TableContents = Readonly<Record<string, { rows: number; digest: string }>>

/**
 * Counting the requests of a key is not an effect of a request but of its having been made: the count, the time of
 * the key's last use, the key's log of requests, and the token limiter's log are left out. So is how far the worker
 * has read the audit log, which it does whenever there is something to read.
 */
const counters = [
  'millrace.api_key_usage',
  'millrace.api_keys',
  'millrace.api_requests',
  'millrace.audit_readers',
  'millrace.strict_limits',
]

export async function readTableContents(sql: Sql): Promise<TableContents> {
  const { rows: tables } = await sql.query<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = 'millrace' AND c.relkind IN ('r', 'p') AND NOT c.relispartition
     ORDER BY name`,
  )
  const contents: Record<string, { rows: number; digest: string }> = {}
  for (const { name } of tables.filter(table => !counters.includes(table.name))) {
    const { rows } = await sql.query<{ rows: number; digest: string }>(
      `SELECT count(*) AS rows, md5(coalesce(string_agg(t::text, '\n' ORDER BY t::text), '')) AS digest FROM ${name} t`,
    )
    contents[name] = rows[0] as { rows: number; digest: string }
  }
  return contents
}
