export const webhookMethods = ['POST', 'PUT', 'PATCH', 'DELETE'] as const
export type WebhookMethod = (typeof webhookMethods)[number]

export interface WebhookRequest {
  /** The same in every attempt, so that the receiver can drop duplicates. */
  readonly id: string
  readonly organisationId: string
  readonly method: WebhookMethod
  readonly url: string
  /** The user's own headers. */
  readonly headers: Readonly<Record<string, string>>
  /** Values among the headers that must not be stored or shown, should the receiver repeat them. */
  readonly hidden?: readonly string[]
  /** Goes out as Millrace-Hops: an event that a receiver sends because of this call carries it on. */
  readonly hops?: number
  /** JSON, exactly as it is sent and signed. */
  readonly body: string
  /** The current secret, and those that it replaces. */
  readonly secrets: readonly string[]
  /** The time of this attempt by the database's clock: receivers refuse a signature that is five minutes off. */
  readonly at: Date
}
