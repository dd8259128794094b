import { createHmac } from 'node:crypto'
import type { ItemReason } from '@millrace/contract/connection-mapping'
import type { MappedEvent } from '../mapping/map-delivery.ts'
import type { Vendor } from './vendor.ts'

/** A delivery of our own making, in the shape that the vendor documents, and what it makes. */
export interface ExampleDelivery {
  readonly name: string
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** One for each item: the event it makes, or why it makes none. */
  readonly makes: readonly (Partial<Omit<MappedEvent, 'kind'>> | ItemReason)[]
}

export interface VendorExample {
  readonly vendor: Vendor
  readonly secret: string
  /** Signs as the vendor's documentation describes it. */
  sign(
    secret: string,
    body: Buffer,
    url: string,
    now: Date,
    /** What is sent along: some schemes sign a part of it. */
    headers?: Readonly<Record<string, string>>,
  ): Readonly<Record<string, string>>
  readonly deliveries: readonly ExampleDelivery[]
}

export const hmac256 = (
  encoding: 'hex' | 'base64',
  secret: string,
  ...parts: (string | Buffer)[]
): string => {
  const hmac = createHmac('sha256', secret)
  for (const part of parts) hmac.update(part)
  return hmac.digest(encoding)
}

export const bytesOf = (body: unknown): Buffer =>
  Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
