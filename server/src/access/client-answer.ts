import { newToken } from './credential.ts'
import type { KeyLimits } from './key-limits.ts'
import { addressKeys, type Limits } from './limits.ts'
import type { Look } from './strict-log.ts'

export interface ClientCredentials {
  readonly clientId: string
  readonly clientSecret: string
}

/**
 * What a client may want: a token; to be recognised, for a request about a token; or nothing that could be granted,
 * when the request is malformed and is only counted. It may still name a client.
 */
export type ClientRequest =
  | {
      readonly wants: 'token' | 'to_be_known'
      readonly credentials: ClientCredentials
      /** As limiters write it. */
      readonly address: string
      /** As the key may be limited to it. */
      readonly ip: string
    }
  | { readonly wants: 'nothing'; readonly clientId: string | undefined; readonly address: string }

export interface KnownClient {
  readonly organisationId: string
  readonly keyId: string
  readonly scopes: KeyLimits['scopes']
}

export type Answer =
  | {
      readonly kind: 'issued'
      readonly token: string
      readonly remaining: number
      readonly client: KnownClient
    }
  | { readonly kind: 'known'; readonly client: KnownClient }
  | { readonly kind: 'counted' }
  | { readonly kind: 'unknown_client' }
  | { readonly kind: 'limited'; readonly retryAfterSeconds: number }

/**
 * At most 20 requests a minute, counted three times: for address and client together, whatever they send; for the
 * client, where the secret was right; for the address, where it was wrong or the request was malformed. So knowing only a client_id is not enough
 * to use up its owner's requests, and secrets cannot be guessed: after 20 failures an address is refused, right or
 * wrong, and it cannot fill the table with made-up names. A /64 of IPv6 is an address, and 60 failures of the /56 around it count as well. A request that one of the three refuses does not count in the others; otherwise obeying Retry-After would
 * not be enough.
 */
export function answerTo(request: ClientRequest, client: KnownClient | undefined, limits: Limits): Answer {
  const { pair, owner, failures } = countersOf(request)
  // All three are read in any case: after a clock set back, each of them has to be corrected now. Otherwise the next
  // would begin its minute when the previous one ends.
  const own = limits.look(owner)
  const address = worst(failures.map(key => limits.look(key)))
  const together = request.wants === 'to_be_known' ? open : limits.look(pair)
  if (!address.admitted || !together.admitted) return limited(Math.max(address.wait, together.wait))

  if (request.wants === 'nothing') {
    for (const key of failures) limits.enter(key)
    limits.enter(pair)
    return { kind: 'counted' }
  }
  if (client === undefined) {
    for (const key of failures) limits.enter(key)
    if (request.wants === 'token') limits.enter(pair)
    return { kind: 'unknown_client' }
  }
  if (request.wants === 'to_be_known') return { kind: 'known', client }

  if (!own.admitted) return limited(own.wait)
  limits.enter(pair)
  limits.enter(owner)
  return { kind: 'issued', token: newToken(), remaining: Math.min(together.remaining, own.remaining), client }
}

export const keysOf = (request: ClientRequest): string[] => Object.values(countersOf(request)).flat()

function countersOf(request: ClientRequest) {
  const clientId = storable(
    request.wants === 'nothing' ? (request.clientId ?? '') : request.credentials.clientId,
  )
  return {
    pair: `pair:${request.address} ${clientId}`,
    owner: `client:${clientId}`,
    failures: addressKeys('failures', request.address),
  }
}

/**
 * A client_id that cannot be one of ours, because it is too long or has characters PostgreSQL cannot store, is simply
 * unknown.
 */
export function storable(clientId: string): string {
  return /^[\x21-\x7e]{1,100}$/.test(clientId) ? clientId : 'no-such-client'
}

const open = { admitted: true, remaining: 0, wait: 0 }

const worst = (looks: readonly Look[]) => ({
  admitted: looks.every(({ admitted }) => admitted),
  wait: Math.max(...looks.map(({ wait }) => wait)),
})

/** Whole seconds, rounded up. */
const limited = (wait: number): Answer => ({
  kind: 'limited',
  retryAfterSeconds: Math.max(1, Math.ceil(wait / 1_000_000)),
})
