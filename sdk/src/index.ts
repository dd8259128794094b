/** The public interface of `@millrace/client`. */
export type { CallOptions, PostOptions, WriteOptions } from './call.ts'
export type {
  EventQuery,
  GuestQuery,
  RunQuery,
  SubscriptionDeliveryQuery,
  SuppressionQuery,
  VenueQuery,
  WorkflowQuery,
} from './client.ts'
export { Millrace } from './client.ts'
export {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  MillraceError,
  NotFoundError,
  RateLimitError,
  TimeoutError,
  UnavailableError,
  ValidationError,
  WebhookVerificationError,
} from './errors.ts'
export type { List, Page, PageQuery } from './list.ts'
export type { MillraceOptions } from './options.ts'
export type { Retry } from './retry.ts'
export type { CachedToken, TokenCache } from './token-cache.ts'
export type * from './types.ts'
export { type VerifiedWebhook, type WebhookHeaders, webhooks } from './webhooks.ts'
