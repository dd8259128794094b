import { MillraceError } from './errors.ts'
import { exchange } from './exchange.ts'
import { openLimit } from './limit.ts'
import type { Settings } from './options.ts'
import { withRetries } from './retry.ts'
import { type CachedToken, isToken } from './token-cache.ts'
import { tookTooLong } from './took-too-long.ts'

/** OAuth 2.0 client credentials, with retries within the limits of a call. */
export async function requestToken(settings: Settings): Promise<CachedToken> {
  const { authUrl, clientId, clientSecret, headers, timeoutMs, retries, waitForRateLimit } = settings
  const allHeaders = new Headers(headers)
  allHeaders.set('accept', 'application/json')
  allHeaders.set('content-type', 'application/json')
  const request = {
    method: 'POST' as const,
    url: `${authUrl}/oauth/token`,
    headers: allHeaders,
    body: JSON.stringify({
      client_id: clientId,
      client_secret: clientSecret,
      grant_type: 'client_credentials',
    }),
    confidential: clientSecret,
  }
  const limit = openLimit(timeoutMs, undefined, () => tookTooLong('The token request', timeoutMs))
  try {
    return await withRetries(
      async () => {
        const obtainedAt = Date.now()
        const { body } = await exchange(settings, request, limit.signal)
        return toCachedToken(body, obtainedAt)
      },
      { retries, waitForRateLimit, limit },
    )
  } finally {
    limit.close()
  }
}

function toCachedToken(body: unknown, obtainedAt: number): CachedToken {
  const { access_token, expires_in } = (body ?? {}) as { access_token?: unknown; expires_in?: unknown }
  if (!isToken(access_token) || typeof expires_in !== 'number' || !(expires_in > 0)) {
    throw new MillraceError('The token endpoint answered without a token. Is Millrace at authUrl?')
  }
  return { accessToken: access_token, obtainedAt, expiresAt: obtainedAt + expires_in * 1_000 }
}
