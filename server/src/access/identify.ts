import { createBatcher } from '#base/batcher.ts'
import type { Sql } from '#db/sql.ts'
import { hashCredential, wellFormed } from './credential.ts'
import type { Identity } from './identity.ts'

/** Whose token is this? undefined for one that is unknown, expired, revoked, or whose key is revoked. */
export type Identify = (token: string) => Promise<Identity | undefined>

/**
 * Nothing is remembered between requests: a revoked key is refused on the very next one, in every process.
 * Concurrent requests share one query instead, which costs almost as little as a cache would.
 */
export function createIdentify(sql: Sql): Identify {
  const lookUps = createBatcher<string, Identity | undefined>({
    run: tokens => findIdentities(sql, tokens),
    most: 1_000,
    longestQueue: 10_000,
  })
  return token => (wellFormed('mrat', token) ? lookUps.add(token) : Promise.resolve(undefined))
}

interface Row {
  hash: string
  organisation_id: string
  key_id: string
  client_id: string
  requests_per_minute: number
}

async function findIdentities(sql: Sql, tokens: string[]): Promise<(Identity | undefined)[]> {
  const hashes = new Map<string, Buffer>()
  for (const token of tokens) if (!hashes.has(token)) hashes.set(token, hashCredential(token))
  const { rows } = await sql.query<Row>(
    `SELECT encode(t.hash, 'hex') AS hash, k.organisation_id, k.id AS key_id, k.client_id, k.requests_per_minute
     FROM access_tokens t
     JOIN api_keys k ON k.organisation_id = t.organisation_id AND k.id = t.key_id
     WHERE t.hash = ANY($1) AND t.expires_at > now() AND t.revoked_at IS NULL AND k.revoked_at IS NULL`,
    [[...hashes.values()]],
  )
  const found = new Map<string, Identity>()
  for (const row of rows) {
    found.set(row.hash, {
      organisationId: row.organisation_id,
      keyId: row.key_id,
      clientId: row.client_id,
      requestsPerMinute: row.requests_per_minute,
    })
  }
  return tokens.map(token => found.get((hashes.get(token) as Buffer).toString('hex')))
}
