import { bareArray, bytesArray, textArray } from '#db/array-literal.ts'
import type { Sql } from '#db/sql.ts'
import { type ClientRequest, type KnownClient, storable } from './client-answer.ts'
import { hashCredential } from './credential.ts'
import { allowsAddress, type KeyLimits } from './key-limits.ts'

interface Row extends Pick<KeyLimits, 'scopes' | 'addresses'> {
  place: number
  organisation_id: string
  key_id: string
}

/**
 * The clients that presented the right secret, by the position of their request. All others are missing, whether the
 * client does not exist, the secret is wrong, the key is revoked or over, or may not be used from there: one statement,
 * the same path.
 */
export async function findClients(
  tx: Sql,
  requests: readonly ClientRequest[],
): Promise<Map<number, KnownClient>> {
  const asking = requests.flatMap((request, place) =>
    request.wants === 'nothing' ? [] : [{ place, ip: request.ip, ...request.credentials }],
  )
  if (asking.length === 0) return new Map()
  const { rows } = await tx.query<Row>(
    `SELECT t.place, k.organisation_id, k.id AS key_id, k.scopes, k.addresses
     FROM unnest($1::int[], $2::text[], $3::bytea[]) AS t (place, client_id, hash)
     JOIN api_keys k ON k.client_id = t.client_id AND k.revoked_at IS NULL
       AND (k.ends_at IS NULL OR k.ends_at > clock_timestamp())
     JOIN api_key_secrets s ON s.organisation_id = k.organisation_id AND s.key_id = k.id AND s.hash = t.hash
       AND (s.expires_at IS NULL OR s.expires_at > clock_timestamp())`,
    [
      bareArray(asking.map(({ place }) => place)),
      textArray(asking.map(({ clientId }) => storable(clientId))),
      bytesArray(asking.map(({ clientSecret }) => hashCredential(clientSecret))),
    ],
  )
  const ips = new Map(asking.map(({ place, ip }) => [place, ip]))
  const known = rows.filter(row => allowsAddress(row, ips.get(row.place) as string))
  return new Map(
    known.map(row => [
      row.place,
      { organisationId: row.organisation_id, keyId: row.key_id, scopes: row.scopes },
    ]),
  )
}
