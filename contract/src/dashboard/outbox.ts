import { type Static, Type } from 'typebox'
import { AnyObject, ListLinks, nullable, Timestamp, Uuid, words } from '../common.ts'
import type { Answer } from '../email-blocks.ts'
import { MessageReport } from '../email-feedback.ts'
import { MessageClass } from '../node.ts'

export const MessageChannel = words(['email', 'sms', 'webhook'])
export type MessageChannel = Static<typeof MessageChannel>

export const MessageStatus = words(
  ['kept', 'pending', 'sent', 'delivered', 'undelivered', 'failed', 'cancelled'],
  { description: 'kept: there is nobody to hand it to, so it stays here.' },
)
export type MessageStatus = Static<typeof MessageStatus>

/** The filter of the list of messages and of its file. */
export const messageFilter = {
  channel: Type.Optional(MessageChannel),
  status: Type.Optional(MessageStatus),
  guest_id: Type.Optional(Uuid),
  run_id: Type.Optional(Uuid),
  since: Type.Optional(Timestamp),
  until: Type.Optional(Timestamp),
}

const message = {
  id: Uuid,
  channel: MessageChannel,
  status: MessageStatus,
  recipient: Type.String(),
  subject: nullable(Type.String(), 'The first line of it, where it has no subject.'),
  for_staff: Type.Boolean(),
  class: nullable(MessageClass, 'null: it is not for a guest.'),
  topic: nullable(Type.String(), 'The id of what its marketing is about; null: it has no topic.'),
  test: Type.Boolean({ description: 'Its run was started with a test key, so it is not sent.' }),
  guest_id: nullable(Uuid),
  guest_name: nullable(Type.String()),
  run_id: Uuid,
  node_id: Type.String(),
  workflow_id: nullable(Uuid),
  workflow_name: nullable(Type.String()),
  attempt: Type.Integer(),
  through: nullable(Type.String(), 'The provider that sent it, or was the last to refuse it.'),
  waits_for: nullable(Type.String(), 'What keeps a message that is due from being sent, in a sentence.'),
  due_at: nullable(Timestamp),
  error: nullable(AnyObject),
  created_at: Timestamp,
  settled_at: nullable(Timestamp),
}

export const OutboxMessage = Type.Object(message)
export type OutboxMessage = Static<typeof OutboxMessage>

export const OutboxList = Type.Object({ data: Type.Array(OutboxMessage), links: ListLinks })

export const MessageAttempt = Type.Object({
  attempt: Type.Integer(),
  at: Timestamp,
  duration_ms: Type.Integer(),
  outcome: words(['delivered', 'retry', 'refused']),
  detail: AnyObject,
})
export type MessageAttempt = Static<typeof MessageAttempt>

/** How often a link of the message was followed. */
export const LinkClicks = Type.Object({
  url: Type.String(),
  clicks: Type.Integer({ minimum: 1 }),
  first_at: Timestamp,
  last_at: Timestamp,
})
export type LinkClicks = Static<typeof LinkClicks>

export const MessageAnswer = Type.Object({
  /** Stars or yes and no. Not a union, for which a serialiser compiles validators. */
  answer: Type.Unsafe<Answer>({ type: ['integer', 'boolean'] }),
  at: Timestamp,
})
export type MessageAnswer = Static<typeof MessageAnswer>

/** As it was rendered. Headers of a call whose names suggest a credential are left out. */
export const WholeMessage = Type.Object({
  ...message,
  content: AnyObject,
  attempts: Type.Array(MessageAttempt),
  reports: Type.Array(MessageReport),
  clicks: Type.Array(LinkClicks),
  answer: nullable(MessageAnswer, 'What the guest answered to its question.'),
})
export type WholeMessage = Static<typeof WholeMessage>
