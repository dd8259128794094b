import { createHmac, timingSafeEqual } from 'node:crypto'
import type { MessageChannel } from '#steps/step.ts'

/**
 * The address where a guest ends their subscription without signing in: the address itself proves that it was sent to
 * them.
 */
export type UnsubscribeUrl = (organisationId: string, guestId: string, channel: MessageChannel) => string

export interface Subscription {
  readonly organisationId: string
  readonly guestId: string
  readonly channel: MessageChannel
}

export function createUnsubscribeUrl(baseUrl: string, key: Buffer): UnsubscribeUrl {
  return (organisationId, guestId, channel) => {
    const what = `${organisationId}.${guestId}.${channel}`
    return `${baseUrl}/unsubscribe/${what}.${sign(what, key)}`
  }
}

/** undefined for an address that Millrace did not make. */
export function readUnsubscribeToken(token: string, key: Buffer): Subscription | undefined {
  const [, organisationId, guestId, channel, signature] =
    /^([0-9a-f-]{36})\.([0-9a-f-]{36})\.(email|sms)\.([\w-]{43})$/.exec(token) ?? []
  if (organisationId === undefined || guestId === undefined || signature === undefined) return undefined
  const expected = sign(`${organisationId}.${guestId}.${channel}`, key)
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(expected))) return undefined
  return { organisationId, guestId, channel: channel as MessageChannel }
}

const sign = (what: string, key: Buffer) => createHmac('sha256', key).update(what).digest('base64url')
