export interface LimitState {
  admitted: boolean
  limit: number
  remaining: number
  retryAfterSeconds: number
}

const WINDOW = 60

/**
 * RateLimit and RateLimit-Policy as in draft-ietf-httpapi-ratelimit-headers: q quota, w window, r rest, t time. The time
 * is never longer than the window. Retry-After can be, by the second or two for which several processes count together.
 */
export function limitHeaders(policy: string, state: LimitState): Record<string, string> {
  const headers: Record<string, string> = {
    'ratelimit-policy': `"${policy}";q=${state.limit};w=${WINDOW}`,
    ratelimit: `"${policy}";r=${state.admitted ? state.remaining : 0};t=${state.admitted ? WINDOW : Math.min(state.retryAfterSeconds, WINDOW)}`,
  }
  if (!state.admitted) headers['retry-after'] = String(state.retryAfterSeconds)
  return headers
}
