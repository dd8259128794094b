import {
  MOST_COUNTED,
  type ListedConnection as ShownConnection,
  type WholeConnection,
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
  readonly deliveries: Deliveries
  readonly trouble: ShownConnection['trouble']
  readonly refused: number
  /** Not for want of a secret, which the status says. */
  readonly refused_at: Date | null
  readonly waiting_since: Date | null
  readonly last: Date | null
  readonly created_at: Date
}

/**
 * A connection can have millions, so that those of a state are counted up to a limit, in the order of an index. They are
 * asked for together with the states beside it, because with "=" the planner may go through all of them by another
 * index until it finds enough: 2.8 s instead of 9 ms for a connection with 300,000.
 */
const OF_CONNECTION = `FROM connection_deliveries d
  WHERE d.organisation_id = c.organisation_id AND d.connection_id = c.id`

export async function listConnections(
  sql: Sql,
  sealer: Sealer,
  organisationId: string,
  id: string | null = null,
): Promise<ListedConnection[]> {
  const { rows } = await sql.query<Row>(
    `SELECT c.id, c.name, c.vendor, c.sealed_address, c.sealed_secret IS NOT NULL AS has_secret,
            c.paused_at IS NOT NULL AS paused, c.created_at, c.trouble,
            seen.deliveries, seen.waiting_since, seen.last,
            EXISTS (SELECT FROM connection_pulls p WHERE p.organisation_id = c.organisation_id
                      AND p.connection_id = c.id AND p.error IS NOT NULL) AS failing,
            (SELECT coalesce(sum(refused), 0)::bigint FROM connection_refusals r
             WHERE r.organisation_id = c.organisation_id AND r.connection_id = c.id) AS refused,
            (SELECT max(last_at) FROM connection_refusals r
             WHERE r.organisation_id = c.organisation_id AND r.connection_id = c.id AND r.reason <> 'no_secret') AS refused_at
     FROM connections c
     CROSS JOIN LATERAL (
       SELECT json_object_agg(asked.state, oldest.number) AS deliveries,
              max(newest.received_at) FILTER (WHERE newest.state = asked.state) AS last,
              min(oldest.first) FILTER (WHERE asked.state = 'waiting') AS waiting_since
       FROM unnest('{waiting,held,done,failed}'::text[]) AS asked (state)
       CROSS JOIN LATERAL (
         SELECT count(*) AS number, min(received_at) AS first FROM (
           SELECT d.state, d.received_at ${OF_CONNECTION} AND d.state >= asked.state
           ORDER BY d.state, d.id LIMIT ${MOST_COUNTED + 1}) AS limited
         WHERE limited.state = asked.state
       ) AS oldest
       LEFT JOIN LATERAL (
         SELECT d.state, d.received_at ${OF_CONNECTION} AND d.state <= asked.state
         ORDER BY d.state DESC, d.id DESC LIMIT 1
       ) AS newest ON true
     ) AS seen
     WHERE c.organisation_id = $1 AND c.deleted_at IS NULL AND ($2::uuid IS NULL OR c.id = $2) ORDER BY c.id`,
    [organisationId, id],
  )
  return rows.map(row => {
    return {
      id: row.id,
      name: row.name,
      vendor: row.vendor,
      vendor_name: vendorOf(row.vendor)?.name ?? row.vendor,
      status: statusOf(row),
      trouble: row.trouble,
      deliveries: row.deliveries,
      refused: row.refused,
      last_delivery_at: row.last?.toISOString() ?? null,
      waiting_since: row.waiting_since?.toISOString() ?? null,
      created_at: row.created_at.toISOString(),
      address: sealer.open(row.sealed_address, sealContext(organisationId, row.id, 'sealed_address')),
    }
  })
}

function statusOf({
  has_secret,
  paused,
  failing,
  trouble,
  last,
  refused_at,
  deliveries: { held, failed },
}: Row): WholeConnection['status'] {
  if (!has_secret) return 'needs_secret'
  if (paused) return 'paused'
  const refuses = refused_at !== null && (last === null || refused_at > last)
  if (failing || refuses || trouble !== null || held + failed > 0) return 'needs_attention'
  return last === null ? 'new' : 'working'
}
