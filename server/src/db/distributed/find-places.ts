import type { Sql } from '../sql.ts'
import type { Placed, Places } from './name-organisation.ts'

/** Where the tables of this database are. Undefined: all on one node, as everywhere that nobody has distributed them. */
export async function findPlaces(sql: Sql): Promise<Places | undefined> {
  const { rows: extensions } = await sql.query(`SELECT FROM pg_extension WHERE extname = 'citus'`)
  if (extensions.length === 0) return undefined
  const { rows } = await sql.query<Omit<Placed, 'by'> & { name: string; by: string | null }>(PLACES)
  if (rows.length === 0) return undefined
  return new Map(rows.map(({ name, by, ...placed }) => [name, { ...placed, by: by ?? undefined }]))
}

// A view is where the tables are that it reads, and has their column; statements may name a partition instead of its table.
const PLACES = `
  WITH placed AS (
    SELECT logicalrelid::oid AS id, column_to_column_name(logicalrelid, partkey) AS by
    FROM pg_dist_partition
  ), named AS (
    SELECT id, by FROM placed
    UNION
    SELECT r.ev_class, p.by
    FROM placed p JOIN pg_depend d ON d.refobjid = p.id JOIN pg_rewrite r ON r.oid = d.objid
    JOIN pg_class v ON v.oid = r.ev_class AND v.relkind = 'v'
    WHERE p.by = 'organisation_id'
  )
  SELECT c.relname AS name,
    CASE WHEN n.by IN ('organisation_id', 'id') THEN n.by END AS by,
    coalesce(n.by, (SELECT a.attname FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum = 1)) AS column,
    ARRAY(
      SELECT json_build_object('name', a.attname, 'value', CASE
        WHEN a.attidentity <> '' THEN format('next_at(%L, $)', pg_get_serial_sequence(c.oid::regclass::text, a.attname))
        WHEN pg_get_expr(f.adbin, f.adrelid) = 'gen_random_uuid()' THEN 'uuid_at($)'
        ELSE 'clock_at($)'
      END)
      FROM pg_attribute a LEFT JOIN pg_attrdef f ON f.adrelid = a.attrelid AND f.adnum = a.attnum
      WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
        AND (a.attidentity <> '' OR pg_get_expr(f.adbin, f.adrelid) IN ('gen_random_uuid()', 'clock_timestamp()'))
    ) AS generated
  FROM named n JOIN pg_class c ON c.oid = n.id`
