import type { Config } from '#config/config.ts'

const headers = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
}

/** What every answer carries, beside its X-Request-Id. */
export const standardHeaders = ({ baseUrl }: Pick<Config, 'baseUrl'>): Record<string, string> =>
  baseUrl.startsWith('https:') ? { ...headers, 'strict-transport-security': 'max-age=31536000' } : headers
