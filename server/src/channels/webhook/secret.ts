import { randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'

/** A secret in the format of Standard Webhooks: the prefix, and the base64 of 24 to 64 random bytes. */
export function newWebhookSecret(): string {
  return `${PREFIX}${randomBytes(32).toString('base64')}`
}

/** The key in a secret, or undefined when the format is wrong. */
export function readWebhookSecret(secret: string): Buffer | undefined {
  if (!secret.startsWith(PREFIX)) return undefined
  const text = secret.slice(PREFIX.length)
  const key = Buffer.from(text, 'base64')
  // Buffer skips what is not base64; with something skipped, we would sign with another key than the receiver has.
  if (key.toString('base64').replace(/=+$/, '') !== text.replace(/=+$/, '')) return undefined
  return key.length >= 24 && key.length <= 64 ? key : undefined
}
