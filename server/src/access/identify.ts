import { createBatcher } from '#base/batcher.ts'
import { BoundedMap } from '#base/bounded-map.ts'
import { type Admission, prompt } from '#base/overloaded.ts'
import { oneOf } from '#db/one-of.ts'
import type { Sql } from '#db/sql.ts'
import type { TokenCheck } from '#events/accept-parts.ts'
import { hashCredential, wellFormed } from './credential.ts'
import type { Identity } from './identity.ts'
import type { KeyLimits } from './key-limits.ts'

export interface Identify {
  /** The owner of a token. undefined for a token that is unknown, expired or revoked, or whose key is revoked. */
  (token: string): Promise<Identity | undefined>
  /**
   * The owner a moment ago, without a query. Do not act on it before `tokens.confirm` has confirmed it in the same
   * transaction; data that is needed then can be read meanwhile.
   */
  remembered(token: string): Remembered | undefined
}

export interface Remembered {
  readonly identity: Identity
  readonly tokenHash: Buffer
}

/** A changed limit of a key applies everywhere after this time at the latest. Revocation does not wait for it. */
const REMEMBERED_FOR_MS = 10_000
/**
 * From then on it is asked again beside the requests, so that none has to wait for it: with a slow database, all that came in that
 * time waited, hundreds in a crowd, and continued together.
 */
const ASKED_AGAIN_AFTER_MS = 5_000
const MOST_REMEMBERED = 10_000

/**
 * A revoked key is refused on the very next request, in every process: a remembered identity is confirmed before it
 * counts. Concurrent requests share one query, which costs almost as little as a cache would.
 */
export function createIdentify(
  sql: Sql,
  admission: Admission = prompt,
  now: () => number = () => performance.now(),
): Identify {
  const memory = new BoundedMap<Remembered>(MOST_REMEMBERED, {
    ttl: REMEMBERED_FOR_MS,
    perf: { now },
  })

  const lookUps = createBatcher<string, Identity | undefined>({
    run: tokens => findIdentities(sql, tokens),
    most: 1_000,
    longestQueue: 10_000,
    admission,
  })

  async function identify(token: string): Promise<Identity | undefined> {
    if (!wellFormed('mrat', token)) return undefined
    const identity = await lookUps.add(token)
    if (identity === undefined) memory.delete(token)
    else memory.set(token, { identity, tokenHash: hashCredential(token) })
    return identity
  }

  const asking = new Set<string>()
  function askAgain(token: string): void {
    if (asking.has(token)) return
    asking.add(token)
    // If it fails, the requests ask as soon as it is forgotten, and say so.
    identify(token)
      .catch(() => {})
      .finally(() => asking.delete(token))
  }

  function remembered(token: string): Remembered | undefined {
    const known = memory.get(token)
    if (known !== undefined && memory.getRemainingTTL(token) < REMEMBERED_FOR_MS - ASKED_AGAIN_AFTER_MS)
      askAgain(token)
    return known
  }

  return Object.assign(identify, { remembered })
}

interface Row extends KeyLimits {
  hash: Buffer
  organisation_id: string
  key_id: string
  client_id: string
  requests_per_minute: number
  test: boolean
}

const LIVE = `t.expires_at > now() AND t.revoked_at IS NULL AND k.revoked_at IS NULL
  AND (k.ends_at IS NULL OR k.ends_at > now())`

async function findIdentities(sql: Sql, tokens: string[]): Promise<(Identity | undefined)[]> {
  const hashes = new Map<string, Buffer>()
  for (const token of tokens) if (!hashes.has(token)) hashes.set(token, hashCredential(token))
  const { rows } = await sql.query<Row>(
    `SELECT t.hash, k.organisation_id, k.id AS key_id, k.client_id, k.requests_per_minute, k.test,
       k.scopes, k.serials, k.sources, k.addresses
     FROM access_tokens t
     JOIN api_keys k ON k.organisation_id = t.organisation_id AND k.id = t.key_id
     WHERE t.hash = ANY($1) AND ${LIVE}`,
    [[...hashes.values()]],
  )
  const found = new Map<string, Identity>()
  for (const row of rows) {
    found.set(row.hash.toString('latin1'), {
      organisationId: row.organisation_id,
      keyId: row.key_id,
      clientId: row.client_id,
      requestsPerMinute: row.requests_per_minute,
      test: row.test,
      scopes: row.scopes,
      serials: row.serials,
      sources: row.sources,
      addresses: row.addresses,
    })
  }
  return tokens.map(token => found.get((hashes.get(token) as Buffer).toString('latin1')))
}

const ours = (organisation: string, whichHashes: string) => `
  FROM access_tokens t
  JOIN api_keys k ON k.organisation_id = t.organisation_id AND k.id = t.key_id
  WHERE t.hash ${whichHashes} AND t.organisation_id = ${organisation} AND ${LIVE}`

/** Whether remembered identities still hold, for the transaction that acts on them. */
export const tokens: TokenCheck = {
  async confirm(tx, organisationId, hashes) {
    const asked = oneOf('$2', [...hashes])
    const { rows } = await tx.query<{ hash: Buffer }>(`SELECT t.hash ${ours('$1', asked.sql)}`, [
      organisationId,
      asked.value,
    ])
    const live = new Set(rows.map(({ hash }) => hash.toString('latin1')))
    return new Set([...hashes].filter(hash => live.has(hash.toString('latin1'))))
  },
  countLive: (organisation, whichHashes) => `SELECT count(*) ${ours(organisation, whichHashes)}`,
  countLiveOfSeveral: rows => `
    SELECT count(*) FROM ${rows} AS given (organisation_id, hash)
    JOIN access_tokens t USING (organisation_id, hash)
    JOIN api_keys k ON k.organisation_id = t.organisation_id AND k.id = t.key_id
    WHERE ${LIVE}`,
}
