import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * The address that counts a click and then opens `target`. An address of our own is returned as it is: unsubscribing and
 * choosing are nobody's clicks.
 */
export type CountedUrl = (organisationId: string, messageId: string, target: string) => string

export interface CountedLink {
  readonly organisationId: string
  readonly messageId: string
  readonly target: string
}

/** Two ids and the signature, each of 16 bytes. The rest is the target. */
const HEAD = 48

/** The path before the token. */
export const COUNTED_PATH = '/l/'

/**
 * The target is in the address itself, under a signature: so it leads nowhere that was not in a message of ours, works
 * after the message was deleted, and nothing has to be kept about a guest who was.
 */
export function createCountedUrl(baseUrl: string, key: Buffer): CountedUrl {
  return (organisationId, messageId, target) => {
    if (target === baseUrl || target.startsWith(`${baseUrl}/`)) return target
    const ids = Buffer.from(`${organisationId}${messageId}`.replaceAll('-', ''), 'hex')
    const url = Buffer.from(target)
    return baseUrl + COUNTED_PATH + Buffer.concat([ids, sign(ids, url, key), url]).toString('base64url')
  }
}

/** undefined for an address that Millrace did not make. */
export function readCountedToken(token: string, key: Buffer): CountedLink | undefined {
  if (!/^[\w-]{65,4000}$/.test(token)) return undefined
  const bytes = Buffer.from(token, 'base64url')
  const [ids, signature, url] = [bytes.subarray(0, 32), bytes.subarray(32, HEAD), bytes.subarray(HEAD)]
  if (!timingSafeEqual(signature, sign(ids, url, key))) return undefined
  return {
    organisationId: uuid(ids.toString('hex', 0, 16)),
    messageId: uuid(ids.toString('hex', 16)),
    target: url.toString(),
  }
}

/** Named, because the key signs the addresses that unsubscribe as well. */
const sign = (ids: Buffer, url: Buffer, key: Buffer) =>
  createHmac('sha256', key).update('link').update(ids).update(url).digest().subarray(0, 16)

const uuid = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
