import type { Sql } from '../../server/src/db/sql.ts'

/**
 * The schema as the database describes it, in one stable text: for reading, and to show in a review what a migration
 * really changes. Monthly partitions are left out, since they depend on the date.
 */
export async function describeSchema(sql: Sql): Promise<string> {
  const tables = await sql.query<{
    name: string
    kind: string
    key: string | null
    options: string[] | null
    forced: boolean
  }>(
    `SELECT CASE c.relnamespace WHEN 'millrace'::regnamespace THEN '' ELSE c.relnamespace::regnamespace || '.' END
            || c.relname AS name, c.relkind AS kind, pg_get_partkeydef(c.oid) AS key, c.reloptions AS options, c.relforcerowsecurity AS forced
     FROM pg_class c
     WHERE c.relnamespace IN ('millrace'::regnamespace, 'millrace_audit'::regnamespace)
       AND c.relkind IN ('r', 'p') AND c.relname !~ '_\\d{4}_\\d{2}$'
     ORDER BY c.relnamespace::regnamespace::text, c.relname`,
  )
  const parts: string[] = []
  for (const table of tables.rows) parts.push(await describeTable(sql, table))
  parts.push(...(await describeViews(sql)), ...(await describeFunctions(sql)))
  return `-- Made by \`node scripts/check-schema.ts --write\` from the migrations. Do not edit.\n\n${parts.join('\n\n')}\n`
}

async function describeTable(
  sql: Sql,
  table: { name: string; kind: string; key: string | null; options: string[] | null; forced: boolean },
): Promise<string> {
  const lines = (rows: { line: string }[]) => rows.map(row => row.line)
  const columns = lines(
    await rowsOf(
      sql,
      `SELECT '  ' || quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod)
              || coalesce(' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid), '')
              || CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END AS line
       FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
       WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum`,
      table.name,
    ),
  )
  const constraints = lines(
    await rowsOf(
      sql,
      // NOT NULL is a separate constraint since PostgreSQL 18; it is shown with the column.
      `SELECT '  CONSTRAINT ' || quote_ident(conname) || ' ' || pg_get_constraintdef(oid) AS line
       FROM pg_constraint WHERE conrelid = $1::regclass AND contype <> 'n' ORDER BY contype, conname`,
      table.name,
    ),
  )
  const indexes = lines(
    await rowsOf(
      sql,
      `SELECT pg_get_indexdef(i.indexrelid) || ';' AS line FROM pg_index i
       WHERE i.indrelid = $1::regclass AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid)
       ORDER BY i.indexrelid::regclass::text`,
      table.name,
    ),
  )
  const triggers = lines(
    await rowsOf(
      sql,
      `SELECT pg_get_triggerdef(oid) || ';' AS line FROM pg_trigger
       WHERE tgrelid = $1::regclass AND NOT tgisinternal ORDER BY tgname`,
      table.name,
    ),
  )
  const policies = lines(
    await rowsOf(
      sql,
      `SELECT 'CREATE POLICY ' || polname || ' ON ' || $1 || ' TO '
              || array_to_string(ARRAY(SELECT r::regrole::text FROM unnest(polroles) r), ', ')
              || ' USING ' || pg_get_expr(polqual, polrelid) || ';' AS line
       FROM pg_policy WHERE polrelid = $1::regclass ORDER BY polname`,
      table.name,
    ),
  )
  const grants = lines(
    await rowsOf(
      sql,
      `SELECT 'GRANT ' || string_agg(privilege_type, ', ' ORDER BY privilege_type) || ' ON ' || $1 || ' TO '
              || grantee || ';' AS line
       FROM (SELECT a.grantee::regrole::text AS grantee, a.privilege_type
             FROM pg_class c CROSS JOIN aclexplode(c.relacl) a
             WHERE c.oid = $1::regclass AND a.grantee <> c.relowner) granted
       GROUP BY grantee ORDER BY grantee`,
      table.name,
    ),
  )
  const owner = lines(
    await rowsOf(
      sql,
      `SELECT 'ALTER TABLE ' || $1 || ' OWNER TO ' || relowner::regrole || ';' AS line
       FROM pg_class WHERE oid = $1::regclass AND relowner <> 'millrace_engine'::regrole`,
      table.name,
    ),
  )
  const partitioned = table.key === null ? '' : ` PARTITION BY ${table.key}`
  const options = table.options === null ? '' : ` WITH (${table.options.join(', ')})`
  return [
    `CREATE TABLE ${table.name} (\n${[...columns, ...constraints].join(',\n')}\n)${partitioned}${options};`,
    ...owner,
    ...indexes,
    ...triggers,
    ...(table.forced ? [`ALTER TABLE ${table.name} FORCE ROW LEVEL SECURITY;`] : []),
    ...policies,
    ...grants,
  ].join('\n')
}

async function rowsOf(sql: Sql, text: string, table: string): Promise<{ line: string }[]> {
  return (await sql.query<{ line: string }>(text, [table])).rows
}

async function describeViews(sql: Sql): Promise<string[]> {
  const { rows } = await sql.query<{ text: string }>(
    `SELECT 'CREATE VIEW ' || relname || coalesce(' WITH (' || array_to_string(reloptions, ', ') || ')', '')
            || ' AS' || chr(10) || pg_get_viewdef(oid) AS text
     FROM pg_class WHERE relnamespace = 'millrace'::regnamespace AND relkind = 'v' ORDER BY relname`,
  )
  return rows.map(row => row.text)
}

async function describeFunctions(sql: Sql): Promise<string[]> {
  const { rows } = await sql.query<{ text: string }>(
    `SELECT trim(pg_get_functiondef(oid)) || ';' AS text FROM pg_proc
     WHERE pronamespace IN ('millrace'::regnamespace, 'millrace_audit'::regnamespace)
     ORDER BY pronamespace::regnamespace::text, proname`,
  )
  return rows.map(row => row.text)
}
