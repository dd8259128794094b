import { orAbort } from './limit.ts'
import type { Settings } from './options.ts'
import { requestToken } from './request-token.ts'
import { type CachedToken, forgiving } from './token-cache.ts'

/** The token endpoint takes 20 requests a minute, so a token is asked for as seldom as can be. */
export interface Tokens {
  /** One that has not expired. */
  current(signal: AbortSignal): Promise<string>
  /** Another one, because this one was refused. */
  replace(refused: string, signal: AbortSignal): Promise<string>
}

/** Refreshed this long before expiry, or a tenth of the lifetime if that is shorter. */
const LONGEST_LEAD = 5 * 60_000
/** After a refresh ahead of time has failed, the next one is not before this. */
const SECOND_TRY_AFTER = 30_000

export function createTokens(settings: Settings): Tokens {
  const cache = forgiving(settings.tokenCache, settings.attemptTimeoutMs)
  const key = `millrace ${settings.authUrl} ${settings.clientId}`
  // Clients that share a token do not refresh it at the same moment: the first one does, for all.
  const spread = 0.5 + Math.random() / 2
  let held: CachedToken | undefined
  let notBefore = 0
  let flight: Promise<string> | undefined

  const isExpired = ({ expiresAt }: CachedToken) => Date.now() >= expiresAt
  const isStale = ({ obtainedAt, expiresAt }: CachedToken) =>
    Date.now() >= expiresAt - spread * Math.min(LONGEST_LEAD, (expiresAt - obtainedAt) / 10)
  const isUseful = (cached: CachedToken) => !(held === undefined ? isExpired : isStale)(cached)

  /** However many calls need a token, one of them gets it. It does not end with the call that began it. */
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

  /** Beside the calls: the old token is good for a while yet, so none has to wait for the new one, or to fail. */
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
      // The request that was joined may have begun before this token was refused, and found it in the cache.
      return token === refused ? orAbort(obtain(refused), signal) : token
    },
  }
}
