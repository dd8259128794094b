import ipaddr from 'ipaddr.js'
import type { Sql } from '#db/sql.ts'
import { raiseAlert } from '#notices/raise-alerts.ts'
import type { KnownClient } from './client-answer.ts'

/** The networks of a key that are remembered: one that is used from everywhere has none that is new. */
const MOST_NETWORKS = 100

/** The network of an address as limiters write it: the neighbourhood of one site, whose addresses change. */
export function networkOf(address: string): string {
  const plain = address.replace(/\/64$/, '')
  if (!ipaddr.isValid(plain)) return 'unknown'
  return ipaddr.parse(plain).kind() === 'ipv4'
    ? `${ipaddr.IPv4.networkAddressFromCIDR(`${plain}/24`).toString()}/24`
    : `${ipaddr.IPv6.networkAddressFromCIDR(`${plain}/48`).toString()}/48`
}

/** A key that got a token, and the network that asked for it. */
export interface KeyUse {
  readonly organisationId: string
  readonly keyId: string
  readonly network: string
}

export const useOf = ({ organisationId, keyId }: KnownClient, address: string): KeyUse => ({
  organisationId,
  keyId,
  network: networkOf(address),
})

/** With the tokens that were issued. The statement has been sent when this returns. */
export async function noteNetworks(tx: Sql, uses: readonly KeyUse[]): Promise<void> {
  await tx.query(
    `INSERT INTO api_key_networks (organisation_id, key_id, network, reported)
     SELECT DISTINCT t.organisation_id, t.key_id, t.network, before.networks = 0
     FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS t (organisation_id, key_id, network),
       LATERAL (SELECT count(*) AS networks FROM api_key_networks n
                WHERE n.organisation_id = t.organisation_id AND n.key_id = t.key_id) AS before
     WHERE before.networks < $4
     ON CONFLICT DO NOTHING`,
    [
      uses.map(({ organisationId }) => organisationId),
      uses.map(({ keyId }) => keyId),
      uses.map(({ network }) => network),
      MOST_NETWORKS,
    ],
  )
}

/** Raises an alert for each network that a key was not used from before. */
export async function reportNetworks(tx: Sql): Promise<void> {
  const { rows } = await tx.query<{ organisation_id: string; key_id: string; network: string; name: string }>(
    `UPDATE api_key_networks n SET reported = true
     FROM (
       SELECT organisation_id, key_id, network FROM api_key_networks WHERE NOT reported
       ORDER BY organisation_id LIMIT 100 FOR UPDATE SKIP LOCKED
     ) AS fresh
     JOIN api_keys k ON k.organisation_id = fresh.organisation_id AND k.id = fresh.key_id
     WHERE n.organisation_id = fresh.organisation_id AND n.key_id = fresh.key_id AND n.network = fresh.network
     RETURNING n.organisation_id, n.key_id, n.network, k.name`,
  )
  for (const { organisation_id, key_id, network, name } of rows) {
    await raiseAlert(tx, organisation_id, {
      kind: 'key_new_network',
      subject: key_id,
      sentence: `The API key ${name} was used from ${network}, where it was not used before.`,
    })
  }
}
