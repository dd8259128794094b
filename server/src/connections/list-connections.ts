import type {
  ListedConnection as ShownConnection,
  WholeConnection,
} from '@millrace/contract/dashboard/connections'
import type { Sql } from '#db/sql.ts'
import type { Sealer } from '#secrets/sealer.ts'
import { sealContext } from './seal-context.ts'
import { vendorOf } from './vendors/vendors.ts'

/** A connection with how it is doing, and the unguessable part of its address. */
export type ListedConnection = ShownConnection & { readonly address: string }

type Deliveries = ListedConnection['deliveries']

interface Row {
  readonly id: string
  readonly name: string
  readonly vendor: string
  readonly sealed_address: string
  readonly has_secret: boolean
  readonly paused: boolean
  /** Fetching pages fails. */
  readonly failing: boolean
  readonly deliveries: Partial<Deliveries>
  readonly trouble: ShownConnection['trouble']
  readonly refused: number
  readonly waiting_since: Date | null
  readonly last: Date | null
  readonly created_at: Date
}

export async function listConnections(
  sql: Sql,
  sealer: Sealer,
  organisationId: string,
  id: string | null = null,
): Promise<ListedConnection[]> {
  const { rows } = await sql.query<Row>(
    `SELECT c.id, c.name, c.vendor, c.sealed_address, c.sealed_secret IS NOT NULL AS has_secret,
            c.paused_at IS NOT NULL AS paused, c.created_at, c.trouble,
            (SELECT min(received_at) FROM connection_deliveries d
             WHERE d.organisation_id = c.organisation_id AND d.connection_id = c.id AND d.state = 'waiting') AS waiting_since,
            EXISTS (SELECT FROM connection_pulls p WHERE p.organisation_id = c.organisation_id
                      AND p.connection_id = c.id AND p.error IS NOT NULL) AS failing,
            (SELECT coalesce(json_object_agg(state, number), '{}') FROM (
               SELECT state, count(*) AS number FROM connection_deliveries d
               WHERE d.organisation_id = c.organisation_id AND d.connection_id = c.id GROUP BY state) AS counted
            ) AS deliveries,
            (SELECT coalesce(sum(refused), 0)::bigint FROM connection_refusals r
             WHERE r.organisation_id = c.organisation_id AND r.connection_id = c.id) AS refused,
            (SELECT max(received_at) FROM connection_deliveries d
             WHERE d.organisation_id = c.organisation_id AND d.connection_id = c.id) AS last
     FROM connections c
     WHERE c.organisation_id = $1 AND c.deleted_at IS NULL AND ($2::uuid IS NULL OR c.id = $2) ORDER BY c.id`,
    [organisationId, id],
  )
  return rows.map(row => {
    const deliveries = { waiting: 0, held: 0, done: 0, failed: 0, ...row.deliveries }
    return {
      id: row.id,
      name: row.name,
      vendor: row.vendor,
      vendor_name: vendorOf(row.vendor)?.name ?? row.vendor,
      status: statusOf(row, deliveries),
      trouble: row.trouble,
      deliveries,
      refused: row.refused,
      last_delivery_at: row.last?.toISOString() ?? null,
      waiting_since: row.waiting_since?.toISOString() ?? null,
      created_at: row.created_at.toISOString(),
      address: sealer.open(row.sealed_address, sealContext(organisationId, row.id, 'sealed_address')),
    }
  })
}

function statusOf(
  { has_secret, paused, failing, trouble, last }: Row,
  { held, failed }: Deliveries,
): WholeConnection['status'] {
  if (!has_secret) return 'needs_secret'
  if (paused) return 'paused'
  if (failing || trouble !== null || held + failed > 0) return 'needs_attention'
  return last === null ? 'new' : 'working'
}
