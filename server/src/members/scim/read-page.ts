import type { Sql } from '#db/sql.ts'
import type { Filter } from './read-filter.ts'

export interface Page<Item> {
  readonly total: number
  readonly items: readonly Item[]
}

export interface Paging {
  /** Counted from 1. */
  readonly start: number
  readonly count: number
}

/** What is listed: a table with its columns, and the condition of a filter by the attribute $2 and the value $3. */
export interface Listed {
  readonly table: string
  readonly columns: string
  readonly where: string
}

export async function readPage<Item extends object>(
  sql: Sql,
  organisationId: string,
  { table, columns, where }: Listed,
  filter: Filter<string> | undefined,
  { start, count }: Paging,
): Promise<Page<Item>> {
  const chosen = `FROM ${table} WHERE organisation_id = $1 AND ($2::text IS NULL OR ${where})`
  const given = [organisationId, filter?.attribute ?? null, filter?.value ?? null]
  const counted = await sql.query<{ total: number }>(`SELECT count(*)::integer AS total ${chosen}`, given)
  const { rows } = await sql.query<Item>(`SELECT ${columns} ${chosen} ORDER BY id OFFSET $4 LIMIT $5`, [
    ...given,
    start - 1,
    count,
  ])
  return { total: counted.rows[0]?.total ?? 0, items: rows }
}
