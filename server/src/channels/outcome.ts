/** What is kept of a delivery. It can be stored as it is: it has no secrets and nothing that PostgreSQL refuses. */
export interface Detail {
  /** Whether the receiver was called at all. A call that was held back here is not an attempt. */
  readonly contacted: boolean
  readonly durationMs: number
  /** The HTTP status or the SMTP reply code. */
  readonly status?: number
  /** The receiver's id for this delivery. */
  readonly providerId?: string
  /** What the receiver answered. It may name the guest, so it goes into the run's record and never into a log. */
  readonly response?: string
  /** The same, where it was JSON. */
  readonly json?: unknown
  /** Nothing was sent, because the address is suppressed: the reason. */
  readonly suppressed_because?: string
  /** It broke off while the receiver had the message: it may have been taken. */
  readonly uncertain?: true
  /** The name of the provider that was given it. */
  readonly through?: string
  /** The providers that could not be given it before, and why. */
  readonly before?: readonly { readonly through: string; readonly code: string; readonly message: string }[]
  /** The answer was longer than what is kept. */
  readonly responseCut?: boolean
}

/** The outcome of one attempt. The messages name no guest and contain no secret. */
export type Outcome =
  | { readonly kind: 'delivered'; readonly detail: Detail }
  | {
      readonly kind: 'retry'
      readonly code: string
      readonly message: string
      /** The earliest sensible time to retry; without one, the caller's own pauses apply. */
      readonly afterMs?: number
      readonly detail: Detail
    }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string; readonly detail: Detail }

/** Refused before anything was sent: the message itself is wrong. */
export function refusedHere(code: string, message: string): Outcome {
  return { kind: 'refused', code, message, detail: { contacted: false, durationMs: 0 } }
}
