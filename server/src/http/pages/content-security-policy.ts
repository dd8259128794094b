import type { Published } from '../openapi.ts'

/** Pages run our own files and nothing else, and talk to the published addresses and nobody else. */
export function contentSecurityPolicy({ authUrl, baseUrl }: Published): string {
  const talksTo = new Set(["'self'", new URL(authUrl).origin, new URL(baseUrl).origin])
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src ${[...talksTo].join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ')
}
