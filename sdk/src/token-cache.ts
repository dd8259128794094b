import { TimeoutError } from './errors.ts'
import { openLimit, orAbort } from './limit.ts'

/** A stored token. It is as confidential as the client secret. */
export interface CachedToken {
  readonly accessToken: string
  /** Milliseconds since 1970. */
  readonly obtainedAt: number
  readonly expiresAt: number
}

/**
 * Stores tokens outside the memory of this client, so that several processes can share one. The key names the token
 * endpoint and the client. A cache that fails costs a token request, and never the call.
 */
export interface TokenCache {
  get(key: string): Promise<CachedToken | null | undefined> | CachedToken | null | undefined
  set(key: string, token: CachedToken): unknown
  delete(key: string): unknown
}

export const noCache: TokenCache = { get: () => undefined, set: () => {}, delete: () => {} }

/** A cache is optional: a failure, a hang or a value that is not a token counts as nothing found. */
export function forgiving(cache: TokenCache, patienceMs: number) {
  async function attempt<T>(work: () => T): Promise<Awaited<T> | undefined> {
    const limit = openLimit(patienceMs, undefined, () => new TimeoutError('The token cache took too long.'))
    try {
      return await orAbort((async () => await work())(), limit.signal)
    } catch {
      return undefined
    } finally {
      limit.close()
    }
  }
  return {
    async get(key: string): Promise<CachedToken | undefined> {
      const found = await attempt(() => cache.get(key))
      return isCachedToken(found) ? found : undefined
    },
    set: (key: string, token: CachedToken) => attempt(() => cache.set(key, token)),
    delete: (key: string) => attempt(() => cache.delete(key)),
  }
}

function isCachedToken(value: unknown): value is CachedToken {
  const token = value as Partial<CachedToken> | null | undefined
  return (
    isToken(token?.accessToken) && Number.isFinite(token?.obtainedAt) && Number.isFinite(token?.expiresAt)
  )
}

/** Refuses what a header would refuse: the error of the header would have the token in its message. */
export const isToken = (value: unknown): value is string =>
  typeof value === 'string' && /^[\x21-\x7e]+$/.test(value)
