export interface LimitState {
  admitted: boolean
  limit: number
  remaining: number
  retryAfterSeconds: number
}

/** RateLimit and RateLimit-Policy as in draft-ietf-httpapi-ratelimit-headers: q quota, w window, r rest, t time. */
export function limitHeaders(policy: string, state: LimitState): Record<string, string> {
  const headers: Record<string, string> = {
    'ratelimit-policy': `"${policy}";q=${state.limit};w=60`,
    ratelimit: `"${policy}";r=${state.admitted ? state.remaining : 0};t=${state.admitted ? 60 : state.retryAfterSeconds}`,
  }
  if (!state.admitted) headers['retry-after'] = String(state.retryAfterSeconds)
  return headers
}
