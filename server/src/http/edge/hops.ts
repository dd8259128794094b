import type { IncomingHttpHeaders } from 'node:http'

/** Set by our webhooks, and passed on by a receiver that sends an event because of one. Anything else is no hop. */
export function hopsOf(headers: IncomingHttpHeaders): { hops?: number } {
  const header = headers['millrace-hops']
  const hops = typeof header === 'string' && /^\d{1,3}$/.test(header) ? Number(header) : 0
  return hops === 0 ? {} : { hops }
}
