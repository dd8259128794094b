/** What is kept of a delivery. It can be stored as it is: secrets are out of it, and so is what PostgreSQL refuses. */
export interface Detail {
  /** Whether the receiver was called at all. A call that was held back here is no attempt. */
  readonly contacted: boolean
  readonly durationMs: number
  /** The status of HTTP, or the reply code of SMTP. */
  readonly status?: number
  /** What the receiver calls this delivery. */
  readonly providerId?: string
  /** What the receiver said. It may name the guest, so it belongs into the run's record and not into a log. */
  readonly response?: string
  /** The same, where it was JSON. */
  readonly json?: unknown
  /** There was more of it than is kept. */
  readonly responseCut?: boolean
}

/** What became of one attempt. The messages name no guest and hold no secret. */
export type Outcome =
  | { readonly kind: 'delivered'; readonly detail: Detail }
  | {
      readonly kind: 'retry'
      readonly code: string
      readonly message: string
      /** The earliest time that makes sense; without one the caller's own pauses apply. */
      readonly afterMs?: number
      readonly detail: Detail
    }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string; readonly detail: Detail }

/** Refused before anything was sent: the message itself is wrong. */
export function refusedHere(code: string, message: string): Outcome {
  return { kind: 'refused', code, message, detail: { contacted: false, durationMs: 0 } }
}
