import { tokenLifetimeSeconds } from '@millrace/contract/token'
import type { Sql } from '#db/sql.ts'
import { hashCredential, newToken } from './credential.ts'

export interface ClientCredentials {
  clientId: string
  clientSecret: string
}

export type TokenDecision =
  | { kind: 'issued'; token: string; remaining: number }
  | { kind: 'unknown_client' }
  | { kind: 'limited'; retryAfterSeconds: number }

/** Limits, verifies and stores in one statement: see issue_token in the migrations for the three limits. */
export async function issueToken(
  sql: Sql,
  { clientId, clientSecret }: ClientCredentials,
  address: string,
): Promise<TokenDecision> {
  const token = newToken()
  const { rows } = await sql.query<{ verdict: string; remaining: number; retry_after: number }>(
    `SELECT verdict, remaining, extract(epoch FROM retry_after)::float8 AS retry_after
     FROM issue_token($1, $2, $3, $4, make_interval(secs => $5))`,
    [clientKey(clientId), hashCredential(clientSecret), address, hashCredential(token), tokenLifetimeSeconds],
  )
  const decision = rows[0]
  switch (decision?.verdict) {
    case 'issued':
      return { kind: 'issued', token, remaining: decision.remaining }
    case 'limited':
      return { kind: 'limited', retryAfterSeconds: wholeSeconds(decision.retry_after) }
    default:
      return { kind: 'unknown_client' }
  }
}

/** Counts a request that names a client but is refused for its form. */
export async function countTokenRequest(
  sql: Sql,
  clientId: string,
  address: string,
): Promise<{ admitted: boolean; remaining: number; retryAfterSeconds: number }> {
  const { rows } = await sql.query<{ admitted: boolean; remaining: number; retry_after: number }>(
    `SELECT admitted, remaining, extract(epoch FROM retry_after)::float8 AS retry_after
     FROM strict_limit_take('pair:' || $1 || ' ' || $2, 20, interval '1 minute')`,
    [address, clientKey(clientId)],
  )
  const { admitted, remaining, retry_after } = rows[0] as (typeof rows)[number]
  return { admitted, remaining, retryAfterSeconds: wholeSeconds(retry_after) }
}

export type ClientDecision =
  | { kind: 'known'; organisationId: string; keyId: string }
  | { kind: 'unknown_client' }
  | { kind: 'limited'; retryAfterSeconds: number }

/** For introspection and revocation: the same check of the secret, without a token. */
export async function authenticateClient(
  sql: Sql,
  { clientId, clientSecret }: ClientCredentials,
  address: string,
): Promise<ClientDecision> {
  const { rows } = await sql.query<{
    verdict: string
    retry_after: number
    organisation_id: string
    key_id: string
  }>(
    `SELECT verdict, extract(epoch FROM retry_after)::float8 AS retry_after, organisation_id, key_id
     FROM authenticate_client($1, $2, $3)`,
    [clientKey(clientId), hashCredential(clientSecret), address],
  )
  const decision = rows[0]
  switch (decision?.verdict) {
    case 'known':
      return { kind: 'known', organisationId: decision.organisation_id, keyId: decision.key_id }
    case 'limited':
      return { kind: 'limited', retryAfterSeconds: wholeSeconds(decision.retry_after) }
    default:
      return { kind: 'unknown_client' }
  }
}

/** Waiting this long is always enough. */
const wholeSeconds = (seconds: number) => Math.max(1, Math.ceil(seconds))

/** A client_id that cannot be one of ours, too long or with characters PostgreSQL cannot hold, is just unknown. */
function clientKey(clientId: string): string {
  return /^[\x21-\x7e]{1,100}$/.test(clientId) ? clientId : 'no-such-client'
}
