import type { Sql } from './sql.ts'

/** A partition of a table that is stored by months. */
export interface Month {
  readonly parent: 'events' | 'runs' | 'steps'
  readonly partition: string
  /** Null for the runs from before there were months, which are one partition. */
  readonly begin: Date | null
  /** The first moment after it. */
  readonly end: Date
  /** Whether it stays for at least another month, whatever the retention: it has not ended, by the database's clock. */
  readonly lasts: boolean
}

/** The months of a table, in their order. */
export async function findMonths(sql: Sql, parent: Month['parent']): Promise<Month[]> {
  const { rows } = await sql.query<Month>(MONTHS, [parent])
  return rows
}

const MONTHS = `
  SELECT parent, partition, begin, "end", "end" > date_trunc('month', now(), 'UTC') AS lasts
  FROM (
    SELECT parent, partition, CASE WHEN NOT whole THEN month AT TIME ZONE 'UTC' END AS begin,
           (CASE WHEN whole THEN month ELSE month + interval '1 month' END) AT TIME ZONE 'UTC' AS "end"
    FROM (
      SELECT p.relname AS parent, c.relname AS partition, to_date(right(c.relname, 7), 'YYYY_MM')::timestamp AS month,
             c.relname LIKE 'runs_before_%' AS whole
      FROM pg_inherits i JOIN pg_class p ON p.oid = i.inhparent JOIN pg_class c ON c.oid = i.inhrelid
      WHERE p.oid = $1::regclass AND c.relname ~ '_\\d{4}_\\d\\d$'
    ) AS partitions
  ) AS months
  ORDER BY "end"`
