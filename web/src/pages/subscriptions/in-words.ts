import {
  type Subscription,
  type SubscriptionDeliveryState,
  type SubscriptionEvent,
  subscriptionEvents,
  TEST_EVENT,
} from '@millrace/contract/subscription'

export const statusWords = {
  active: { label: 'Active', tone: 'good' },
  failing: { label: 'Failing', tone: 'bad' },
  paused: { label: 'Paused', tone: 'warn' },
  needs_secret: { label: 'Needs a secret', tone: 'bad' },
} as const satisfies Record<Subscription['status'], { label: string; tone: string }>

export const stateWords = {
  waiting: { label: 'Waiting', tone: 'quiet' },
  delivered: { label: 'Delivered', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
} as const satisfies Record<SubscriptionDeliveryState, { label: string; tone: string }>

export const pauseInWords = {
  member: 'It is paused. Deliveries are stored for 30 days, and sent when you resume it.',
  failing:
    'It is paused because nothing could be delivered for two days. Deliveries are stored for 30 days, and sent when you resume it.',
  gone: 'It is paused because the receiver answered that the address is gone (410). Deliveries are stored for 30 days, and sent when you resume it.',
} as const

/** An event of a newer release is shown by its name. */
export const eventInWords = (event: string): string => {
  if (event === TEST_EVENT) return 'Test'
  return Object.hasOwn(subscriptionEvents, event)
    ? subscriptionEvents[event as SubscriptionEvent].about
    : event
}
