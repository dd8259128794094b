import pg from 'pg'
import { jobLocks } from '../advisory-locks.ts'
import type { Sql } from '../sql.ts'
import { createFunctions, rewriteFunctions } from './functions.ts'
import { SEARCH_PATH } from './of-organisation.ts'
import { onEveryNode } from './on-every-node.ts'
import { type PlacedTable, placeTables } from './placed-tables.ts'

/** Why it was refused, and what to do. */
export class CannotDistribute extends Error {
  override name = 'CannotDistribute'
}

/**
 * Spreads a migrated database over the nodes of Citus, by organisation, whether it is empty or filled. All of it is one transaction: after
 * a fault nothing has changed. Tables that are distributed already stay as they are, so it can be repeated. Returns how many tables
 * it distributed.
 */
export async function distribute(
  connection: pg.ClientConfig,
  progress: (sentence: string) => void,
): Promise<number> {
  const client = new pg.Client({
    ...connection,
    application_name: 'millrace database distribute',
    // What is set for the transaction is set on the nodes as well.
    options: '-c search_path= -c citus.propagate_set_commands=local',
  })
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [jobLocks.migrate])
    await requireNodes(client)
    const missing = await missingTables(client)
    if (missing.length > 0) await refuseWhileServing(client)
    await createFunctions(client)
    await prepareSessions(client)
    if (missing.length > 0) {
      await client.query('BEGIN')
      await distributeTables(client, missing, progress)
      await client.query('COMMIT')
    }
    // Also those that an attempt left which was interrupted here.
    await dropCopies(client, await placeTables(client))
    // Its tables are created again where they are moved to, by their owner, and refer to organisations.
    await client.query('GRANT REFERENCES ON millrace.organisations TO millrace_audit')
    // What one node numbers where its rows are, it numbers as the role that stores them.
    await onEveryNode(client, 'GRANT USAGE ON ALL SEQUENCES IN SCHEMA millrace TO millrace_tenant;')
    return missing.length
  } finally {
    await client.end()
  }
}

async function requireNodes(sql: Sql): Promise<void> {
  const { rows } = await sql.query<{ there: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS there`,
  )
  if (!rows[0]?.there) {
    throw new CannotDistribute(
      'This database has no Citus. Install it on each node, and run CREATE EXTENSION citus in this database on each.',
    )
  }
  const { rowCount } = await sql.query('SELECT FROM pg_catalog.pg_dist_node WHERE isactive')
  if (rowCount === 0) {
    throw new CannotDistribute(
      'Citus knows no nodes yet. Run citus_set_coordinator_host and citus_add_node in this database for each of them.',
    )
  }
}

/** Its statements would be refused from then on: a process finds out only at its start that a database is distributed. */
async function refuseWhileServing(sql: Sql): Promise<void> {
  const { rows } = await sql.query<{ sessions: number }>(
    `SELECT count(*) AS sessions FROM pg_catalog.pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name ~ '^millrace( queue| lists)?$'`,
  )
  const sessions = Number(rows[0]?.sessions)
  if (sessions === 0) return
  throw new CannotDistribute(
    `Millrace is using this database with ${sessions} connections. Stop all of its processes first.`,
  )
}

/** Nodes log in to each other as the role that a statement runs as, and get nothing of its session but this. */
const SETTINGS = [
  ['search_path', SEARCH_PATH],
  ['timezone', 'UTC'],
  ['jit', 'off'],
  // Functions that statements call read tables in turn, of the same organisation and so on the same node.
  ['citus.allow_nested_distributed_execution', 'on'],
  // The organisation of a transaction, which row-level security reads on the nodes as well.
  ['citus.propagate_set_commands', 'local'],
] as const

/** Of new sessions, on each node. */
export async function prepareSessions(sql: Sql): Promise<void> {
  const settings = SETTINGS.map(
    ([name, value]) => `EXECUTE format('ALTER DATABASE %I SET ${name} = ${value}', current_database());`,
  )
  await onEveryNode(sql, settings.join('\n'))
}

async function missingTables(sql: Sql): Promise<PlacedTable[]> {
  const { rows } = await sql.query<{ name: string }>(
    'SELECT logicalrelid::regclass::text AS name FROM pg_dist_partition',
  )
  const distributed = new Set(rows.map(({ name }) => name))
  return (await placeTables(sql)).filter(({ name }) => !distributed.has(name))
}

async function distributeTables(
  sql: Sql,
  tables: readonly PlacedTable[],
  progress: (sentence: string) => void,
): Promise<void> {
  // Without this, what follows the first copy of rows would be refused: it went over several connections.
  await sql.query(`SET LOCAL citus.multi_shard_modify_mode = 'sequential'`)
  // The rows that are there have been seen by the triggers.
  await sql.query('SET LOCAL session_replication_role = replica')
  // Each trigger writes only rows of the organisation of its row, which are beside it.
  await sql.query('SET LOCAL citus.enable_unsafe_triggers = on')
  await rewritePolicies(sql)
  await widenGrants(sql)
  const keys = await dropForeignKeys(sql)
  await rewriteFunctions(sql)
  let done = 0
  for (const { name, place } of tables) {
    progress(`${++done} of ${tables.length}: ${name}`)
    if (place.kind === 'everywhere') await sql.query('SELECT create_reference_table($1)', [name])
    else {
      const beside =
        place.kind === 'by value' || name === 'millrace.organisations' ? 'none' : 'millrace.organisations'
      await sql.query('SELECT create_distributed_table($1, $2, colocate_with => $3)', [
        name,
        place.by,
        beside,
      ])
    }
  }
  progress('Foreign keys')
  await addForeignKeys(sql, keys)
  progress('Functions')
  await spreadFunctions(sql)
}

/** Those of triggers went with their tables; the others are called by them, or by statements that a node does whole. */
async function spreadFunctions(sql: Sql): Promise<void> {
  const { rows } = await sql.query<{ name: string }>(
    `SELECT oid::regprocedure::text AS name FROM pg_proc
     WHERE pronamespace IN ('millrace'::regnamespace, 'millrace_audit'::regnamespace) AND prokind = 'f'
       AND prorettype <> 'trigger'::regtype`,
  )
  for (const { name } of rows) await sql.query('SELECT create_distributed_function($1)', [name])
}

/** Citus takes no sub-select in a policy. On one node it saves reading the setting for every row. */
async function rewritePolicies(sql: Sql): Promise<void> {
  const { rows } = await sql.query<{ table: string; policy: string; using: string; check: string }>(
    `SELECT * FROM (
       SELECT polrelid::regclass::text AS table, quote_ident(polname) AS policy,
              coalesce(' USING (' || pg_get_expr(polqual, polrelid) || ')', '') AS using,
              coalesce(' WITH CHECK (' || pg_get_expr(polwithcheck, polrelid) || ')', '') AS check
       FROM pg_policy JOIN pg_class c ON c.oid = polrelid
       WHERE c.relnamespace IN ('millrace'::regnamespace, 'millrace_audit'::regnamespace)) AS p
     WHERE p.using LIKE '%SELECT%' OR p.check LIKE '%SELECT%'`,
  )
  for (const { table, policy, using, check } of rows) {
    const plain = `${using}${check}`.replaceAll(
      `( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting)`,
      `(current_setting('millrace.organisation_id'))::uuid`,
    )
    if (plain.includes('SELECT'))
      throw new Error(`The policy ${policy} of ${table} has a sub-select: ${plain}`)
    await sql.query(`ALTER POLICY ${policy} ON ${table}${plain}`)
  }
}

/** Citus gives the tables on the nodes no grants for single columns: they become grants for the table. */
async function widenGrants(sql: Sql): Promise<void> {
  const { rows } = await sql.query<{ table: string; grantee: string; privilege: string }>(
    `SELECT DISTINCT a.attrelid::regclass::text AS table, g.grantee::regrole::text AS grantee, g.privilege_type AS privilege
     FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid CROSS JOIN aclexplode(a.attacl) g
     WHERE c.relnamespace IN ('millrace'::regnamespace, 'millrace_audit'::regnamespace) AND c.relkind IN ('r', 'p')`,
  )
  for (const { table, grantee, privilege } of rows) {
    await sql.query(`GRANT ${privilege} ON ${table} TO ${grantee}`)
  }
}

interface ForeignKey {
  readonly table: string
  readonly name: string
  readonly definition: string
}

async function dropForeignKeys(sql: Sql): Promise<ForeignKey[]> {
  const { rows } = await sql.query<ForeignKey>(
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(c.oid) AS definition
     FROM pg_constraint c
     WHERE contype = 'f' AND conparentid = 0
       AND connamespace IN ('millrace'::regnamespace, 'millrace_audit'::regnamespace)`,
  )
  for (const { table, name } of rows) await sql.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
  return rows
}

async function addForeignKeys(sql: Sql, keys: readonly ForeignKey[]): Promise<void> {
  const places = new Map((await placeTables(sql)).map(({ name, place }) => [name, place.kind]))
  for (const { table, name, definition } of keys) {
    const target = / REFERENCES ([^(]+)\(/.exec(definition)?.[1] ?? ''
    // What is on every node cannot point to what is on one. Organisations are never deleted.
    if (places.get(table) === 'everywhere' && places.get(target) !== 'everywhere') continue
    // Citus changes no column of a key that names the organisation, though it is another column.
    if (places.get(table) !== 'everywhere' && definition.includes('ON DELETE SET NULL')) continue
    await sql.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`)
  }
}

/** The rows that are on the nodes now are still in the tables of this one, where no statement sees them. */
async function dropCopies(sql: Sql, tables: readonly PlacedTable[]): Promise<void> {
  await sql.query('BEGIN')
  // A trigger keeps the audit log from being emptied, and this is only its copy.
  await sql.query('SET LOCAL session_replication_role = replica')
  for (const { name } of tables) {
    await sql.query('SELECT truncate_local_data_after_distributing_table($1)', [name])
  }
  await sql.query('COMMIT')
}
