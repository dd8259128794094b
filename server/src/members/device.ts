import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * A browser that a member has signed in with before. What its cookie says was signed by us for this member, and
 * opens nothing: attempts with a password that come with it have their own allowance and their own queue, so that
 * strangers who try passwords cannot keep the member out.
 */
const ID_BYTES = 16

export function newDevice(key: Buffer, memberId: string): string {
  const id = randomBytes(ID_BYTES).toString('base64url')
  return `${id}.${signatureOf(key, id, memberId).toString('base64url')}`
}

/** The id of the device, if the cookie was made for this member. */
export function knownDevice(key: Buffer, memberId: string, cookie: string | undefined): string | undefined {
  const [, id, given] = /^([\w-]{22})\.([\w-]{43})$/.exec(cookie ?? '') ?? []
  if (id === undefined || given === undefined) return undefined
  const signature = Buffer.from(given, 'base64url')
  const expected = signatureOf(key, id, memberId)
  return signature.length === expected.length && timingSafeEqual(signature, expected) ? id : undefined
}

/** JSON separates the parts: no two pairs have the same bytes. */
const signatureOf = (key: Buffer, id: string, memberId: string) =>
  createHmac('sha256', key)
    .update(JSON.stringify([id, memberId]))
    .digest()
