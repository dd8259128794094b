import type pg from 'pg'

/**
 * Builds the indexes that a migration names in lines such as `-- build first: events (guest_id, id)`, for each partition of the
 * table, while it is read and written. The migration then creates the index on the table: on partitions that have it, PostgreSQL
 * takes what is there. This cannot be part of the migration, because it takes several transactions and waits for
 * those of others.
 */
export async function buildIndexes(client: pg.Client, migration: string): Promise<void> {
  for (const [, table = '', columns = ''] of migration.matchAll(BUILD_FIRST)) {
    const parts = columns.split(', ')
    for (const { partition, built } of await partitionsOf(client, table, parts)) {
      const index = nameOf(partition, parts)
      // An earlier attempt was interrupted.
      if (built === false) await client.query(`DROP INDEX CONCURRENTLY ${index}`)
      if (built !== true)
        await client.query(`CREATE INDEX CONCURRENTLY ${index} ON ${partition} (${columns})`)
    }
  }
}

const BUILD_FIRST = /^-- build first: (\w+) \((\w+(?:, \w+)*)\)$/gm

/** As PostgreSQL would name it. */
const nameOf = (partition: string, columns: readonly string[]) => `${partition}_${columns.join('_')}_idx`

interface Partition {
  readonly partition: string
  /** Null: there is none. False: it is not usable. */
  readonly built: boolean | null
}

/** Those with rows; for the others there is nothing to build. A table that is not partitioned is its only one. */
async function partitionsOf(
  client: pg.Client,
  table: string,
  columns: readonly string[],
): Promise<Partition[]> {
  const { rows } = await client.query<Partition>(
    `SELECT c.relname AS partition,
            (SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass(c.relname || $2)) AS built
     FROM pg_class c
     WHERE c.relkind = 'r' AND pg_relation_size(c.oid) > 0
       AND (c.oid = $1::regclass OR c.oid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = $1::regclass))
     ORDER BY 1`,
    [table, nameOf('', columns)],
  )
  return rows
}
