import type { Sql } from '#db/sql.ts'
import type { Sealer } from '#secrets/sealer.ts'
import { sealContext } from './seal-context.ts'

/** A connection with how it is doing. */
export interface ListedConnection {
  readonly id: string
  readonly name: string
  readonly vendor: string
  readonly address: string
  readonly deliveries: Readonly<Record<'waiting' | 'held' | 'done' | 'failed', number>>
  readonly refused: number
  readonly last_delivery_at: string | null
}

/** As the engine. */
export async function listConnections(
  sql: Sql,
  sealer: Sealer,
  organisationId: string,
): Promise<ListedConnection[]> {
  const { rows } = await sql.query<{
    id: string
    name: string
    vendor: string
    sealed_address: string
    deliveries: Partial<ListedConnection['deliveries']>
    refused: number
    last: Date | null
  }>(
    `SELECT c.id, c.name, c.vendor, c.sealed_address,
            (SELECT coalesce(json_object_agg(state, number), '{}') FROM (
               SELECT state, count(*) AS number FROM connection_deliveries d
               WHERE d.organisation_id = c.organisation_id AND d.connection_id = c.id GROUP BY state) AS counted
            ) AS deliveries,
            (SELECT coalesce(sum(refused), 0)::bigint FROM connection_refusals r
             WHERE r.organisation_id = c.organisation_id AND r.connection_id = c.id) AS refused,
            (SELECT max(received_at) FROM connection_deliveries d
             WHERE d.organisation_id = c.organisation_id AND d.connection_id = c.id) AS last
     FROM connections c WHERE c.organisation_id = $1 ORDER BY c.id`,
    [organisationId],
  )
  return rows.map(({ sealed_address, last, deliveries, ...row }) => ({
    ...row,
    address: sealer.open(sealed_address, sealContext(organisationId, row.id, 'sealed_address')),
    deliveries: { waiting: 0, held: 0, done: 0, failed: 0, ...deliveries },
    last_delivery_at: last?.toISOString() ?? null,
  }))
}
