import { noCache, type TokenCache } from './token-cache.ts'

export interface MillraceOptions {
  clientId: string
  /** Keep it out of your code, and out of everything that people can see. */
  clientSecret: string
  /** Where the token endpoint is: `{authUrl}/oauth/token`. */
  authUrl: string
  /** Where the workflow endpoints are: `{baseUrl}/v1/…`. */
  baseUrl: string
  /** How long a call may take with all of its retries. Default: 60,000. */
  timeoutMs?: number | undefined
  /** How long one attempt may take. Default: 15,000. */
  attemptTimeoutMs?: number | undefined
  /** How often a failed attempt is repeated. Default: 3. */
  retries?: number | undefined
  /** Whether a call waits for as long as each 429 asks, without counting that as a retry. Default: false. */
  waitForRateLimit?: boolean | undefined
  /** Sent with every request, including those for a token. */
  headers?: Record<string, string> | undefined
  /** A cache that several processes share. Default: each client keeps its token only in memory. */
  tokenCache?: TokenCache | undefined
  /** Default: the `fetch` of the runtime. */
  fetch?: typeof fetch | undefined
}

export interface Settings
  extends Required<{ [K in keyof MillraceOptions]: NonNullable<MillraceOptions[K]> }> {}

/** Finds wrong options when the client is created rather than at its first call. */
export function checkOptions(options: MillraceOptions): Settings {
  return {
    clientId: text('clientId', options.clientId),
    clientSecret: text('clientSecret', options.clientSecret),
    authUrl: address('authUrl', options.authUrl),
    baseUrl: address('baseUrl', options.baseUrl),
    timeoutMs: duration('timeoutMs', options.timeoutMs ?? 60_000),
    attemptTimeoutMs: duration('attemptTimeoutMs', options.attemptTimeoutMs ?? 15_000),
    retries: count('retries', options.retries ?? 3),
    waitForRateLimit: options.waitForRateLimit ?? false,
    headers: { ...options.headers },
    tokenCache: options.tokenCache ?? noCache,
    // Looked up at each call, so that a global that is replaced after this client was created takes effect.
    fetch: options.fetch ?? ((...request) => globalThis.fetch(...request)),
  }
}

export function duration(name: string, value: number): number {
  if (typeof value === 'number' && value > 0) return value
  throw new TypeError(`${name} must be a number of milliseconds above 0.`)
}

export function count(name: string, value: number): number {
  if (Number.isInteger(value) && value >= 0) return value
  throw new TypeError(`${name} must be a whole number, 0 or more.`)
}

function text(name: string, value: string): string {
  if (typeof value === 'string' && value !== '') return value
  throw new TypeError(`${name} is missing.`)
}

function address(name: string, value: string): string {
  const url = URL.canParse(text(name, value)) ? new URL(value) : undefined
  const plain = url && !url.username && !url.password && !url.search && !url.hash
  if (plain && /^https?:$/.test(url.protocol)) return url.href.replace(/\/+$/, '')
  throw new TypeError(`${name} must be an http or https address without credentials, query or fragment.`)
}
