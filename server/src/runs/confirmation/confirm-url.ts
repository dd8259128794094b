import { createHmac, timingSafeEqual } from 'node:crypto'
import { isStoredId } from '#base/ids.ts'

/**
 * The address where a guest confirms that they agree to e-mails. It proves that it was sent to this guest at this e-mail address,
 * and is worth nothing once the guest has another one.
 */
export type ConfirmUrl = (organisationId: string, guestId: string, email: string) => string

export const createConfirmUrl =
  (baseUrl: string, key: Buffer): ConfirmUrl =>
  (organisationId, guestId, email) =>
    `${baseUrl}/confirm/${organisationId}.${guestId}.${sign(organisationId, guestId, email, key)}`

/** What a token says; whether it is true shows only beside the guest's address. */
export interface ConfirmToken {
  readonly organisationId: string
  readonly guestId: string
  isFor(email: string | null): boolean
}

/** undefined for what is no token. */
export function readConfirmToken(token: string, key: Buffer): ConfirmToken | undefined {
  const [, organisationId, guestId, signature] =
    /^([0-9a-f-]{36})\.([0-9a-f-]{36})\.([\w-]{43})$/.exec(token) ?? []
  if (organisationId === undefined || guestId === undefined || signature === undefined) return undefined
  if (!isStoredId(organisationId) || !isStoredId(guestId)) return undefined
  return {
    organisationId,
    guestId,
    isFor: email =>
      email !== null &&
      timingSafeEqual(Buffer.from(signature), Buffer.from(sign(organisationId, guestId, email, key))),
  }
}

/** The word in front keeps it apart from what else is signed with this key. */
const sign = (organisationId: string, guestId: string, email: string, key: Buffer) =>
  createHmac('sha256', key)
    .update(`confirm ${organisationId} ${guestId} ${email.toLowerCase()}`)
    .digest('base64url')
