import { createHmac } from 'node:crypto'

export interface Signed {
  readonly id: string
  readonly at: Date
  readonly body: string
}

/**
 * The headers of Standard Webhooks 1.0. While a secret is being replaced, there is one signature for each key, so
 * that the receiver can switch at any time.
 */
export function signatureHeaders({ id, at, body }: Signed, keys: readonly Buffer[]): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signatures = keys.map(
    key => `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  )
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
