import { type Static, Type } from 'typebox'
import { AnyObject, ListLinks, nullable, Timestamp, Uuid, words } from './common.ts'
import type { Scope } from './scope.ts'

/** What can be subscribed to, each with the scope that a key needs to read the same by itself. */
export const subscriptionEvents = {
  'run.finished': { about: 'A run is completed, failed or cancelled', scope: 'runs:read' },
  'consent.changed': { about: 'A guest gave or withdrew a consent', scope: 'guests:read' },
  'guest.merged': { about: 'A guest was merged into another', scope: 'guests:read' },
  'guest.merge_undone': { about: 'A merge was undone', scope: 'guests:read' },
  'message.bounced': { about: 'An e-mail bounced, or an SMS was not delivered', scope: 'guests:read' },
} as const satisfies Record<string, { about: string; scope: Scope }>

export type SubscriptionEvent = keyof typeof subscriptionEvents
export const subscriptionEventNames = Object.keys(subscriptionEvents) as SubscriptionEvent[]

/** The type of what is sent when a subscription is tested. */
export const TEST_EVENT = 'test'

const name = Type.String({ minLength: 1, maxLength: 80, pattern: '\\S', description: 'What it is called.' })
const url = Type.String({
  maxLength: 2048,
  pattern: '^https?://[^\\s<>"]+$',
  description: 'Where it is sent, by POST. A public address, with https:// or http://.',
})
const events = Type.Array(words(subscriptionEventNames), {
  minItems: 1,
  maxItems: subscriptionEventNames.length,
  uniqueItems: true,
  description: 'What is sent.',
})

export const Subscription = Type.Object(
  {
    id: Uuid,
    name: Type.String(),
    url: Type.String(),
    events: Type.Array(Type.String()),
    status: words(['active', 'failing', 'paused', 'needs_secret'], {
      description: 'failing: no attempt has succeeded since failing_since.',
    }),
    paused_because: nullable(
      words(['member', 'failing', 'gone']),
      'member: someone paused it. failing: it failed for two days. gone: the receiver answered 410.',
    ),
    failing_since: nullable(Timestamp),
    previous_secret_until: nullable(Timestamp, 'Until then, the previous secret signs too.'),
    waiting: Type.Integer({ minimum: 0, description: 'Deliveries that are not sent yet.' }),
    failed: Type.Integer({ minimum: 0, description: 'Deliveries that were given up.' }),
    last_delivered_at: nullable(Timestamp),
    created_by: Type.String(),
    created_at: Timestamp,
  },
  { $id: 'Subscription', title: 'Subscription' },
)
export type Subscription = Static<typeof Subscription>

export const SubscriptionList = Type.Object(
  { data: Type.Array(Subscription) },
  { $id: 'SubscriptionList', title: 'Subscriptions' },
)

export const NewSubscription = Type.Object(
  { name, url, events },
  {
    $id: 'NewSubscription',
    title: 'An address to send to, and what',
    examples: [
      {
        name: 'Data warehouse',
        url: 'https://example.com/millrace',
        events: ['run.finished', 'consent.changed'],
      },
    ],
    additionalProperties: false,
  },
)
export type NewSubscription = Static<typeof NewSubscription>

export const SubscriptionChange = Type.Object(
  {
    name: Type.Optional(nullable(name)),
    url: Type.Optional(nullable(url)),
    events: Type.Optional(nullable(events)),
    paused: Type.Optional(
      nullable(Type.Boolean(), 'While it is paused, what happens is stored and waits. false sends it.'),
    ),
  },
  {
    $id: 'SubscriptionChange',
    title: 'What changes about a subscription',
    examples: [{ events: ['run.finished'], paused: false }],
    additionalProperties: false,
    minProperties: 1,
  },
)
export type SubscriptionChange = Static<typeof SubscriptionChange>

export const SubscriptionAnswer = Type.Object(
  { message: Type.String(), subscription: Subscription },
  { $id: 'SubscriptionAnswer', title: 'A subscription, and what was done' },
)

export const SubscriptionSecretAnswer = Type.Object(
  {
    message: Type.String(),
    subscription: Subscription,
    secret: Type.String({ description: 'Begins with whsec_. It is shown once.' }),
  },
  { $id: 'SubscriptionSecretAnswer', title: 'A subscription with its new secret' },
)

export const SubscriptionDeleted = Type.Object(
  { message: Type.String() },
  { $id: 'SubscriptionDeleted', title: 'What was done' },
)

export const subscriptionDeliveryStates = ['waiting', 'delivered', 'failed'] as const
export const SubscriptionDeliveryState = words(subscriptionDeliveryStates, {
  description: 'failed: it was given up. It can be sent again.',
})
export type SubscriptionDeliveryState = Static<typeof SubscriptionDeliveryState>

const delivery = {
  /** The webhook-id of every attempt. */
  id: Uuid,
  type: Type.String(),
  state: SubscriptionDeliveryState,
  attempts: Type.Integer({ minimum: 0 }),
  occurred_at: Timestamp,
  next_attempt_at: nullable(Timestamp, 'null: there is none, or the subscription is paused.'),
  settled_at: nullable(Timestamp),
  last_error: nullable(Type.String()),
}

export const SubscriptionDelivery = Type.Object(delivery, {
  $id: 'SubscriptionDelivery',
  title: 'One thing that happened, on its way to a subscription',
})
export type SubscriptionDelivery = Static<typeof SubscriptionDelivery>

export const SubscriptionDeliveryPage = Type.Object(
  { data: Type.Array(SubscriptionDelivery), links: ListLinks },
  { $id: 'SubscriptionDeliveryPage', title: 'Deliveries of a subscription' },
)

export const WholeSubscriptionDelivery = Type.Object(
  {
    ...delivery,
    body: AnyObject,
    log: Type.Array(
      Type.Object({
        attempt: Type.Integer({ minimum: 1 }),
        at: Timestamp,
        duration_ms: Type.Integer({ minimum: 0 }),
        status: nullable(Type.Integer({ minimum: 100 })),
        error: nullable(Type.String()),
        response: nullable(Type.String(), 'The beginning of what was answered.'),
      }),
      { description: 'Every attempt, the newest first.' },
    ),
  },
  { $id: 'WholeSubscriptionDelivery', title: 'A delivery with its body and its attempts' },
)
export type WholeSubscriptionDelivery = Static<typeof WholeSubscriptionDelivery>

/** More than this would hold rows and a connection to the database for long. */
export const MOST_REPLAYED = 10_000

export const SubscriptionReplay = Type.Object(
  {
    delivery_id: Type.Optional(nullable(Uuid)),
    from: Type.Optional(nullable(Timestamp)),
    to: Type.Optional(nullable(Timestamp)),
    state: Type.Optional(
      nullable(words(['failed', 'all']), 'all: also what was delivered. Without it, failed.'),
    ),
  },
  {
    $id: 'SubscriptionReplay',
    title: 'What is sent again: one delivery, or what happened from one time to another',
    examples: [{ from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z', state: 'all' }],
    additionalProperties: false,
  },
)
export type SubscriptionReplay = Static<typeof SubscriptionReplay>

export const SubscriptionReplayAnswer = Type.Object(
  {
    message: Type.String(),
    deliveries: Type.Integer({ minimum: 0, maximum: MOST_REPLAYED }),
    next_from: nullable(
      Timestamp,
      `One request sends at most ${MOST_REPLAYED} again, the oldest first. Where there are more: the \`from\` of the next request.`,
    ),
  },
  { $id: 'SubscriptionReplayAnswer', title: 'How many deliveries are sent again' },
)

export const SubscriptionTestAnswer = Type.Object(
  { message: Type.String(), delivery_id: Uuid },
  { $id: 'SubscriptionTestAnswer', title: 'The delivery of a test' },
)
