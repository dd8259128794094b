import { createHmac, timingSafeEqual } from 'node:crypto'

/** The envelope sender of one e-mail: where mail servers send it back to. */
export type ReturnAddress = (organisationId: string, messageId: string) => string

/** The message that came back. */
export interface Returned {
  readonly organisationId: string
  readonly messageId: string
}

/**
 * Names the message under a signature, so that nobody makes up a bounce of another one. Digits and small letters, because servers
 * may change the case; 63 of the 64 characters that RFC 5321 allows before the @.
 */
export const createReturnAddress =
  (domain: string, key: Buffer): ReturnAddress =>
  (organisationId, messageId) => {
    const ids = written(organisationId) + written(messageId)
    return `${ids}${sign(ids, key)}@${domain}`
  }

/** undefined for an address that Millrace did not make. */
export function readReturnAddress(address: string, domain: string, key: Buffer): Returned | undefined {
  const [, organisation = '', message = '', signature = '', at] =
    /^([0-9a-z]{25})([0-9a-z]{25})([0-9a-z]{13})@(.+)$/.exec(address.toLowerCase()) ?? []
  if (at !== domain) return undefined
  const expected = sign(organisation + message, key)
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(expected))) return undefined
  return { organisationId: read(organisation), messageId: read(message) }
}

const BASE = 36

/** An id in 25 digits of base 36. */
const written = (id: string) =>
  BigInt(`0x${id.replaceAll('-', '')}`)
    .toString(BASE)
    .padStart(25, '0')

function read(text: string): string {
  let value = 0n
  for (const digit of text) value = value * BigInt(BASE) + BigInt(Number.parseInt(digit, BASE))
  return value
    .toString(16)
    .padStart(32, '0')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** 64 bits, because there is no room for more: every guess has to ask the server. Named, because the key signs links as well. */
const sign = (ids: string, key: Buffer) =>
  createHmac('sha256', key)
    .update(`return ${ids}`)
    .digest()
    .readBigUInt64BE()
    .toString(BASE)
    .padStart(13, '0')
