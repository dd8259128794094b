import { WebhookVerificationError } from './errors.ts'

/** As in https://www.standardwebhooks.com. */

export interface VerifiedWebhook {
  /** The same for every delivery of one message: drop messages that you have seen before. */
  readonly id: string
  readonly timestamp: Date
  /** The body as JSON; undefined for an empty body. */
  readonly payload: unknown
}

/** `Headers`, or a plain object with names in any case, as servers provide them. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Record<string, string | readonly string[] | undefined>

const DEFAULT_TOLERANCE_SECONDS = 5 * 60

export const webhooks = {
  /**
   * Makes sure that a message is from Millrace, unchanged, and recent. `body` must be the bytes as they arrived,
   * before any parsing. Give several secrets while one replaces another.
   */
  async verify(
    body: string | Uint8Array | ArrayBuffer,
    headers: WebhookHeaders,
    secret: string | readonly string[],
    { toleranceSeconds = DEFAULT_TOLERANCE_SECONDS }: { toleranceSeconds?: number } = {},
  ): Promise<VerifiedWebhook> {
    const keys = [secret].flat().map(readSecret)
    if (keys.length === 0) throw new TypeError('A webhook secret is missing.')
    const id = header(headers, 'webhook-id')
    const timestamp = header(headers, 'webhook-timestamp')
    const signatures = readSignatures(header(headers, 'webhook-signature'))
    checkTime(timestamp, toleranceSeconds)

    const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body)
    const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), bytes)
    for (const key of keys) {
      const expected = await sign(key, signed)
      if (signatures.some(signature => isSame(signature, expected))) {
        return { id, timestamp: new Date(Number(timestamp) * 1_000), payload: readPayload(bytes) }
      }
    }
    throw new WebhookVerificationError('None of the signatures is right.')
  },
}

function header(headers: WebhookHeaders, name: string): string {
  const found =
    typeof headers.get === 'function'
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  if (typeof found === 'string' && found !== '') return found
  throw new WebhookVerificationError(`The header ${name} is missing.`)
}

/** Versions other than v1 are of other kinds, and are skipped. */
function readSignatures(header: string): Uint8Array[] {
  return header
    .split(' ')
    .filter(part => part.startsWith('v1,'))
    .map(part => fromBase64(part.slice(3)))
    .filter(bytes => bytes !== undefined)
}

function checkTime(timestamp: string, toleranceSeconds: number): void {
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookVerificationError('The timestamp is not one.')
  const age = Math.floor(Date.now() / 1_000) - Number(timestamp)
  if (age > toleranceSeconds) throw new WebhookVerificationError('The message is too old.')
  if (age < -toleranceSeconds) throw new WebhookVerificationError('The message is from the future.')
}

function readSecret(secret: string): Uint8Array<ArrayBuffer> {
  const key = typeof secret === 'string' ? fromBase64(secret.replace(/^whsec_/, '')) : undefined
  if (key !== undefined && key.length > 0) return key
  throw new TypeError('A webhook secret must be base64, with or without whsec_ before it.')
}

async function sign(key: Uint8Array<ArrayBuffer>, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, bytes))
}

/** Takes the same time wherever the difference is. */
function isSame(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  let difference = 0
  for (const [place, byte] of a.entries()) difference |= byte ^ (b[place] as number)
  return difference === 0
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), character => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

function readPayload(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return undefined
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch (cause) {
    throw new WebhookVerificationError('The signature is right, but the body is not JSON.', { cause })
  }
}
