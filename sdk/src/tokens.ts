import { orAbort } from './limit.ts'
import type { Settings } from './options.ts'
import { requestToken } from './request-token.ts'
import { type CachedToken, forgiving } from './token-cache.ts'

/** The token endpoint accepts 20 requests a minute, so a token is requested as rarely as possible. */
export interface Tokens {
  /** One that has not expired. */
  current(signal: AbortSignal): Promise<string>
  /** A new one, because this one was refused. */
  replace(refused: string, signal: AbortSignal): Promise<string>
}

/** Refreshed this long before expiry, or a tenth of the lifetime if that is shorter. */
const LONGEST_LEAD = 5 * 60_000
/** How long after a failed early refresh the next one may start. */
const SECOND_TRY_AFTER = 30_000

export function createTokens(settings: Settings): Tokens {
  const cache = forgiving(settings.tokenCache, settings.attemptTimeoutMs)
  const key = `millrace ${settings.authUrl} ${settings.clientId}`
  // Clients that share a token do not refresh it at the same moment: the first one does it for all.
  const spread = 0.5 + Math.random() / 2
  let held: CachedToken | undefined
  let notBefore = 0
  let flight: Promise<string> | undefined

  const isExpired = ({ expiresAt }: CachedToken) => Date.now() >= expiresAt
  const isStale = ({ obtainedAt, expiresAt }: CachedToken) =>
    Date.now() >= expiresAt - spread * Math.min(LONGEST_LEAD, (expiresAt - obtainedAt) / 10)
  const isUseful = (cached: CachedToken) => !(held === undefined ? isExpired : isStale)(cached)

  /** However many calls need a token, only one request is made. It does not end with the call that started it. */
  function obtain(refused?: string): Promise<string> {
    flight ??= fromCacheOrServer(refused).finally(() => {
      flight = undefined
    })
    return flight
  }

  async function fromCacheOrServer(refused: string | undefined): Promise<string> {
    const cached = await cache.get(key)
    if (cached !== undefined && cached.accessToken !== refused && isUseful(cached)) {
      held = cached
      return cached.accessToken
    }
    if (refused !== undefined) await cache.delete(key)
    const fresh = await requestToken(settings)
    held = fresh
    await cache.set(key, fresh)
    return fresh.accessToken
  }

  /**
   * In the background: the old token is still valid for a while, so no call has to wait for the new one, or to fail.
   */
  function refreshAhead(): void {
    if (flight !== undefined || Date.now() < notBefore) return
    obtain().catch(() => {
      notBefore = Date.now() + SECOND_TRY_AFTER
    })
  }

  return {
    async current(signal) {
      if (held === undefined || isExpired(held)) return orAbort(obtain(), signal)
      if (isStale(held)) refreshAhead()
      return held.accessToken
    },
    async replace(refused, signal) {
      if (held?.accessToken === refused) held = undefined
      const token = held?.accessToken ?? (await orAbort(obtain(refused), signal))
      // The shared request may have started before this token was refused, and found it in the cache.
      return token === refused ? orAbort(obtain(refused), signal) : token
    },
  }
}
