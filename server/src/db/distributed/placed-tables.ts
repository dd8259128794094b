import type { Sql } from '../sql.ts'

/** Where a table of a distributed database is. */
export type Place =
  /** Rows of one organisation are together on one node; `by` is the column that names it. */
  | { readonly kind: 'by organisation'; readonly by: string }
  /** Rows with the same value are on one node, wherever the organisation is. */
  | { readonly kind: 'by value'; readonly by: string }
  /** All rows are on every node: it is read on any, and a change takes a commit on all. */
  | { readonly kind: 'everywhere' }

export interface PlacedTable {
  /** With its schema, as SQL takes it. */
  readonly name: string
  readonly place: Place
}

/**
 * What is looked up before it is known which organisation it is about, and what belongs to none. All of it is small, and read far more
 * often than it is written.
 */
const EVERYWHERE: readonly string[] = [
  'millrace.access_tokens',
  'millrace.api_key_networks',
  'millrace.api_key_secrets',
  'millrace.api_keys',
  'millrace.challenges',
  'millrace.connections',
  'millrace.images',
  'millrace.installation_secrets',
  'millrace.invitations',
  'millrace.maintenance',
  'millrace.member_identities',
  'millrace.members',
  'millrace.memberships',
  'millrace.migrations',
  'millrace.passkeys',
  'millrace.recovery_codes',
  'millrace.reset_links',
  'millrace.scim_group_members',
  'millrace.scim_groups',
  'millrace.scim_tokens',
  'millrace.scim_users',
  'millrace.sessions',
  'millrace.setup_links',
  'millrace.single_sign_on',
  'millrace.single_sign_on_attempts',
  'millrace.single_sign_on_domains',
  'millrace.single_sign_on_proofs',
  'millrace.source_progress',
  'millrace.totp_secrets',
]

const ORGANISATIONS = 'millrace.organisations'
/** Limits are about addresses and keys of many organisations, each by itself. */
const BY_VALUE: Readonly<Record<string, string>> = { 'millrace.strict_limits': 'key' }

/** Every table with its place; partitions go with their table. `organisations` is first, because the others lie beside it. */
export async function placeTables(sql: Sql): Promise<PlacedTable[]> {
  const { rows } = await sql.query<{ name: string; owned: boolean }>(
    `SELECT c.oid::regclass::text AS name, EXISTS (
       SELECT FROM pg_index i JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]
       WHERE i.indrelid = c.oid AND i.indisprimary AND a.attname = 'organisation_id') AS owned
     FROM pg_class c
     WHERE c.relnamespace IN ('millrace'::regnamespace, 'millrace_audit'::regnamespace)
       AND c.relkind IN ('r', 'p') AND NOT c.relispartition
     ORDER BY c.oid::regclass::text <> '${ORGANISATIONS}', 1`,
  )
  return rows.map(({ name, owned }) => ({ name, place: placeOf(name, owned) }))
}

function placeOf(name: string, owned: boolean): Place {
  const by = BY_VALUE[name]
  if (by !== undefined) return { kind: 'by value', by }
  if (name === ORGANISATIONS) return { kind: 'by organisation', by: 'id' }
  if (EVERYWHERE.includes(name)) return { kind: 'everywhere' }
  if (owned) return { kind: 'by organisation', by: 'organisation_id' }
  throw new Error(
    `It is not decided where the table ${name} is on several nodes: begin its primary key with organisation_id, or list it in placed-tables.ts.`,
  )
}
