import { createHmac, timingSafeEqual } from 'node:crypto'
import type { SmsReport, SmsStatus } from './vendor.ts'

const statuses = new Map<string, SmsStatus>([
  ['accepted', 'queued'],
  ['scheduled', 'queued'],
  ['queued', 'queued'],
  ['sending', 'queued'],
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['read', 'delivered'],
  ['undelivered', 'undelivered'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
])

/** What the provider reports, or undefined for a status that we do not know. */
export function statusOf(params: URLSearchParams): SmsReport | undefined {
  const providerId = params.get('MessageSid') ?? params.get('SmsSid')
  const status = statuses.get(params.get('MessageStatus') ?? params.get('SmsStatus') ?? '')
  if (!providerId || status === undefined) return undefined
  const errorCode = params.get('ErrorCode')
  return { providerId, status, ...(errorCode ? { errorCode } : {}) }
}

/**
 * Whether a report is from the provider: its X-Twilio-Signature is the HMAC-SHA1 over the callback address and the
 * sorted parameters. The address is the published one, also behind a proxy.
 */
export function verifyStatusCallback(
  url: string,
  params: URLSearchParams,
  signature: string,
  authToken: string,
): boolean {
  // Without a token anyone could sign.
  if (authToken === '') return false
  const given = Buffer.from(signature, 'base64')
  return spellings(url).some(spelling => {
    const expected = createHmac('sha1', authToken)
      .update(`${spelling}${listed(params)}`)
      .digest()
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

function listed(params: URLSearchParams): string {
  const pairs = [...new Set([...params].map(([name, value]) => `${name}\0${value}`))].sort()
  return pairs.map(pair => pair.replace('\0', '')).join('')
}

/** The provider sometimes adds the default port before it signs. */
function spellings(url: string): string[] {
  const parts = /^(https?):\/\/([^/:?#]+)(:\d+)?(.*)$/s.exec(url)
  if (parts === null) return [url]
  const [, scheme, host, port = '', rest] = parts
  const usual = scheme === 'https' ? ':443' : ':80'
  if (port !== '' && port !== usual) return [url]
  return [`${scheme}://${host}${rest}`, `${scheme}://${host}${usual}${rest}`]
}
