import type { Proof } from '@millrace/contract/connection-proof'
import type { WholeConnection } from '@millrace/contract/dashboard/connections'
import { redactUrl } from '#channels/redact.ts'
import type { Sql } from '#db/sql.ts'
import type { Sealer } from '#secrets/sealer.ts'
import { hookUrl } from './address.ts'
import { listConnections } from './list-connections.ts'
import { settingsOf } from './proof/proof-settings.ts'
import type { StoredDelivery } from './read-delivery.ts'
import { vendorOf } from './vendors/vendors.ts'

const MOST_LOCATIONS = 50
/**
 * Of the held deliveries, the newest: a location that gets its venue makes room for the next. Asked for as in
 * `list-connections.ts`.
 */
const MOST_LOOKED_AT = 1_000

interface Row {
  readonly mapping: WholeConnection['mapping']
  readonly mapping_version: number
  readonly aliases: Record<string, string>
  readonly unknown_guests: WholeConnection['unknown_guests']
  readonly secret: WholeConnection['secret']
  readonly claims: WholeConnection['claims']
  readonly proof: Proof
  readonly refusals: WholeConnection['refusals']
  readonly unknown_locations: string[]
  readonly pull: WholeConnection['pull']
}

/** A connection with all that its page shows. */
export async function readConnection(
  tx: Sql,
  sealer: Sealer,
  baseUrl: string,
  organisationId: string,
  id: string,
): Promise<WholeConnection | undefined> {
  const [listed] = await listConnections(tx, sealer, organisationId, id)
  if (listed === undefined) return undefined
  const { rows } = await tx.query<Row>(
    `SELECT mapping, mapping_version, aliases, unknown_guests, proof,
            CASE WHEN sealed_secret IS NULL THEN 'missing' WHEN sealed_previous IS NULL THEN 'set' ELSE 'changing'
            END AS secret,
            CASE WHEN proof ->> 'scheme' = 'jwt' THEN
              jsonb_build_object('issuer', proof ->> 'issuer', 'audience', proof ->> 'audience') END AS claims,
            ARRAY(SELECT jsonb_build_object('reason', reason, 'refused', refused, 'last_at', last_at)
                  FROM connection_refusals r WHERE r.organisation_id = $1 AND r.connection_id = $2
                  ORDER BY last_at DESC) AS refusals,
            ARRAY(SELECT DISTINCT item -> 'detail' ->> 'location'
                  FROM (SELECT state, outcome FROM connection_deliveries
                        WHERE organisation_id = $1 AND connection_id = $2 AND state <= 'held'
                        ORDER BY state DESC, id DESC LIMIT ${MOST_LOOKED_AT}) AS d,
                       jsonb_array_elements(d.outcome -> 'items') AS item
                  WHERE d.state = 'held' AND item ->> 'reason' = 'unknown_location'
                  ORDER BY 1 LIMIT ${MOST_LOCATIONS}) AS unknown_locations,
            (SELECT jsonb_build_object('url', url, 'every_seconds', every_seconds, 'auth', auth, 'header', header,
                                       'has_secret', sealed_secret IS NOT NULL, 'oauth', oauth, 'second_header', second_header,
                                       'has_second_secret', sealed_second IS NOT NULL, 'cursor_parameter', cursor_parameter,
                                       'cursor_path', cursor_path, 'cursor_value', cursor_value, 'last_at', last_at,
                                       'next_at', due_at, 'error', error)
             FROM connection_pulls p WHERE p.organisation_id = $1 AND p.connection_id = $2) AS pull
     FROM connections c WHERE c.organisation_id = $1 AND c.id = $2`,
    [organisationId, id],
  )
  const row = rows[0] as Row
  const vendor = vendorOf(listed.vendor)
  const { address, ...connection } = listed
  return {
    ...connection,
    ...row,
    url: hookUrl(baseUrl, address),
    steps: [...(vendor?.steps ?? [])],
    secret_name: vendor?.secret ?? 'Secret',
    secret_from: vendor?.secretFrom ?? 'them',
    proof: vendor?.anyProof ? settingsOf(row.proof) : null,
    aliases: Object.entries(row.aliases).map(([location, venue]) => ({ location, venue })),
    pull: row.pull && {
      ...row.pull,
      url: redactUrl(row.pull.url),
      last_at: row.pull.last_at && new Date(row.pull.last_at).toISOString(),
      next_at: new Date(row.pull.next_at).toISOString(),
    },
    refusals: row.refusals.map(one => ({ ...one, last_at: new Date(one.last_at).toISOString() })),
  }
}

/** What is needed to read a delivery by its mapping. */
export async function readMapping(
  tx: Sql,
  organisationId: string,
  id: string,
): Promise<Pick<StoredDelivery, 'vendor' | 'mapping' | 'aliases'> | undefined> {
  const { rows } = await tx.query<Pick<StoredDelivery, 'vendor' | 'mapping' | 'aliases'>>(
    `SELECT vendor, mapping, aliases FROM connections
     WHERE organisation_id = $1 AND id = $2 AND deleted_at IS NULL`,
    [organisationId, id],
  )
  return rows[0]
}
