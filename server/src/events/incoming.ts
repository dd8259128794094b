import type { EventAnswer } from '@millrace/contract/event'
import type { IdempotentRequest, StoredAnswer } from '#idempotency/idempotency.ts'
import type { EventFacts } from '#workflows/facts.ts'

/** An event as it came in, with its form checked. */
export interface Incoming {
  readonly organisationId: string
  /** null for events that did not come with an API key. */
  readonly keyId: string | null
  /** The hash of the token it came with, if the token is not confirmed yet: the batch confirms it. */
  readonly unconfirmed?: Buffer
  readonly guestId: string
  readonly event: EventFacts
  /** When it happened, ISO 8601 in UTC, where the sender said so. */
  readonly occurredAt?: string
  /** It is stored, and starts, wakes and ends nothing. */
  readonly history?: boolean
  /** What the sender should know although the event was accepted. */
  readonly warnings: readonly string[]
  /** With an Idempotency-Key: the key, and how the answer is serialised, since its bytes are stored. */
  readonly idempotency?: { readonly request: IdempotentRequest; serialize(answer: EventAnswer): string }
}

export type Accepted =
  | { readonly kind: 'accepted'; readonly answer: EventAnswer; readonly body?: string }
  | { readonly kind: 'replay'; readonly answer: StoredAnswer }
  | { readonly kind: 'mismatch' }
  | { readonly kind: 'in_flight' }
  | { readonly kind: 'guest_not_found' }
  | { readonly kind: 'unauthenticated' }
