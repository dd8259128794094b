import { type Static, type TProperties, Type } from 'typebox'
import { nullable, Uuid, words } from './common.ts'
import { RunOutcome, RunTrigger } from './run.ts'
import { type SubscriptionEvent, subscriptionEvents, TEST_EVENT } from './subscription.ts'

/** What subscriptions post: the bodies, as Standard Webhooks describes them. Ids only: what they mean is read with a key. */
function message<const Name extends string, Data extends TProperties>(
  $id: string,
  type: Name,
  title: string,
  data: Data,
) {
  const named = { $id, title }
  const body = Type.Object(
    {
      type: words([type]),
      timestamp: Type.String({ format: 'date-time', description: 'When it happened. ISO 8601, UTC.' }),
      data: Type.Object(data),
    },
    named,
  )
  // The type of a schema leaves out what it was given beside its properties.
  return body as typeof body & typeof named
}

const guest = { organisation_registration_id: Uuid }
const merge = {
  organisation_registration_id: Uuid,
  merged_id: Uuid,
}

export const RunFinishedMessage = message(
  'RunFinishedMessage',
  'run.finished',
  subscriptionEvents['run.finished'].about,
  {
    run_id: Uuid,
    workflow_id: Uuid,
    workflow_version: Type.Integer({ minimum: 1 }),
    ...guest,
    event_id: nullable(Uuid),
    serials: Type.Array(Type.String()),
    trigger: RunTrigger,
    status: words(['completed', 'failed', 'cancelled']),
    outcome: nullable(RunOutcome),
    error_code: nullable(Type.String()),
  },
)

export const ConsentChangedMessage = message(
  'ConsentChangedMessage',
  'consent.changed',
  subscriptionEvents['consent.changed'].about,
  {
    ...guest,
    field: Type.String({
      pattern: '^(email_consent|sms_consent|do_not_contact|topic:.+)$',
      description: 'For a topic, topic: and its id; false is then a topic that was turned off.',
    }),
    value: Type.Boolean(),
    how: words(['registered', 'workflow', 'member', 'guest', 'integration']),
  },
)

export const GuestMergedMessage = message(
  'GuestMergedMessage',
  'guest.merged',
  subscriptionEvents['guest.merged'].about,
  merge,
)

export const GuestMergeUndoneMessage = message(
  'GuestMergeUndoneMessage',
  'guest.merge_undone',
  subscriptionEvents['guest.merge_undone'].about,
  merge,
)

export const MessageBouncedMessage = message(
  'MessageBouncedMessage',
  'message.bounced',
  subscriptionEvents['message.bounced'].about,
  {
    message_id: Uuid,
    run_id: nullable(Uuid),
    ...guest,
    channel: words(['email', 'sms']),
    kind: words(['soft_bounce', 'hard_bounce', 'undelivered']),
  },
)

export const TestMessage = message('TestMessage', TEST_EVENT, 'A subscription is tested', {
  message: Type.String(),
})

/** By the type that they begin with. */
export const subscriptionMessages = {
  'run.finished': RunFinishedMessage,
  'consent.changed': ConsentChangedMessage,
  'guest.merged': GuestMergedMessage,
  'guest.merge_undone': GuestMergeUndoneMessage,
  'message.bounced': MessageBouncedMessage,
  [TEST_EVENT]: TestMessage,
} as const satisfies Record<SubscriptionEvent | typeof TEST_EVENT, unknown>

export type SubscriptionMessage = Static<(typeof subscriptionMessages)[keyof typeof subscriptionMessages]>

/** The headers of every attempt. */
export const messageHeaders = {
  'webhook-id': 'The same in every attempt: drop what you have seen before.',
  'webhook-timestamp': 'Seconds since 1970 of this attempt. Refuse what is older than five minutes.',
  'webhook-signature':
    'Separated by spaces, each v1 and a comma before it: HMAC-SHA256 of id.timestamp.body, in base64.',
} as const
