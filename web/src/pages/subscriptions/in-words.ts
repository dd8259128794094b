import {
  type Subscription,
  type SubscriptionDeliveryState,
  type SubscriptionEvent,
  subscriptionEvents,
  TEST_EVENT,
} from '@millrace/contract/subscription'
import { meaning, t } from '../../language/words.ts'

export const statusWords = {
  active: { label: meaning('subscription')`Active`, tone: 'good' },
  failing: { label: t`Failing`, tone: 'bad' },
  paused: { label: t`Paused`, tone: 'warn' },
  needs_secret: { label: t`Needs a secret`, tone: 'bad' },
} as const satisfies Record<Subscription['status'], { label: string; tone: string }>

export const stateWords = {
  waiting: { label: t`Waiting`, tone: 'quiet' },
  delivered: { label: t`Delivered`, tone: 'good' },
  failed: { label: t`Failed`, tone: 'bad' },
} as const satisfies Record<SubscriptionDeliveryState, { label: string; tone: string }>

export const pauseInWords = {
  member: t`It is paused. Deliveries are stored for 30 days, and sent when you resume it.`,
  failing: t`It is paused because nothing could be delivered for two days. Deliveries are stored for 30 days, and sent when you resume it.`,
  gone: t`It is paused because the receiver answered that the address is gone (410). Deliveries are stored for 30 days, and sent when you resume it.`,
} as const

/** An event of a newer release is shown by its name. */
export const eventInWords = (event: string): string => {
  if (event === TEST_EVENT) return t`Test`
  return Object.hasOwn(subscriptionEvents, event)
    ? subscriptionEvents[event as SubscriptionEvent].about
    : event
}
