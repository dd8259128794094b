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
  /** JSON, exactly as it is sent and signed. */
  readonly body: string
  /** The current secret, and those that it replaces. */
  readonly secrets: readonly string[]
  /** The time of this attempt by the database's clock: receivers refuse a signature that is five minutes off. */
  readonly at: Date
}
