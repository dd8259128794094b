import { readFile } from 'node:fs/promises'
import type { Sql } from '../sql.ts'
import { onEveryNode } from './on-every-node.ts'

const fileBeside = (name: string) => readFile(new URL(name, import.meta.url), 'utf8')

export async function createFunctions(sql: Sql): Promise<void> {
  await onEveryNode(sql, await fileBeside('functions.sql'))
}

/**
 * Functions that read tables, as PL/pgSQL: Citus does not plan the statements of one in SQL that has arguments. Each of theirs is a single
 * statement. What stores what it reads does so row by row: Citus would store it by COPY, which row-level security refuses.
 */
export async function rewriteFunctions(sql: Sql): Promise<void> {
  const { rows } = await sql.query<{ definition: string; body: string; result: keyof typeof DOES }>(
    `SELECT pg_get_functiondef(p.oid) AS definition, p.prosrc AS body,
            CASE WHEN p.prorettype = 'void'::regtype THEN 'void' WHEN p.proretset THEN 'rows' ELSE 'value' END AS result
     FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
     WHERE p.pronamespace = 'millrace'::regnamespace AND l.lanname = 'sql' AND p.provolatile <> 'i' AND p.prosqlbody IS NULL`,
  )
  for (const { definition, body, result } of rows) {
    const does = DOES[result](body.trim().replace(/;$/, ''))
    const head = definition
      .slice(0, definition.indexOf('AS $function$'))
      .replace('LANGUAGE sql', 'LANGUAGE plpgsql')
    // Columns of a result hide those of tables in PL/pgSQL, unless it says which are meant.
    await sql.query(
      `${head} AS $function$\n#variable_conflict use_column\nDECLARE one record;\nBEGIN ${does}; END $function$`,
    )
  }
  await sql.query(await fileBeside('triggers.sql'))
}

const DOES = {
  void: rowByRow,
  rows: (statement: string) => `RETURN QUERY ${statement}`,
  value: (statement: string) => `RETURN (${statement})`,
}

function rowByRow(statement: string): string {
  const [, head, columns, select, conflict = ''] =
    /^(INSERT INTO \S+\s*\(([^)]*)\))\s*([\s\S]*?)(\s+ON CONFLICT [\s\S]*)?$/.exec(statement) ?? []
  if (columns === undefined)
    throw new Error(`A function does something else than store what it reads: ${statement}`)
  const values = columns.split(',').map(column => `one.${column.trim()}`)
  return `FOR one IN SELECT * FROM (${select}) AS read (${columns})
    LOOP ${head} VALUES (${values.join(', ')})${conflict}; END LOOP`
}
