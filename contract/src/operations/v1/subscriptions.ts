import { Type } from 'typebox'
import { PageQuery } from '../../common.ts'
import {
  NewSubscription,
  SubscriptionAnswer,
  SubscriptionChange,
  SubscriptionDeleted,
  SubscriptionDeliveryPage,
  SubscriptionDeliveryState,
  SubscriptionList,
  SubscriptionReplay,
  SubscriptionReplayAnswer,
  SubscriptionSecretAnswer,
  SubscriptionTestAnswer,
  WholeSubscriptionDelivery,
} from '../../subscription.ts'
import { operation } from '../operation.ts'
import { problems } from '../refusals.ts'

/**
 * None of these is open to a key that is limited to venues: consents and merges are about guests of any venue. None takes an
 * Idempotency-Key: an answer with a secret is not kept. They are safe to repeat all the same: a name is taken once, and a secret
 * that is replaced within a minute is forgotten in place of the one before it.
 */
const reading = { access: 'bearer', scope: 'subscriptions:read', tags: ['Subscriptions'] } as const
const writing = { access: 'bearer', scope: 'subscriptions:write', tags: ['Subscriptions'] } as const

export const createSubscription = operation({
  ...writing,
  method: 'POST',
  path: '/v1/subscriptions',
  summary: 'Subscribe an address to what happens',
  description:
    'Each event is posted to the address as Standard Webhooks describes it, signed with the secret in the answer, which is ' +
    'shown once. A key also needs the scope to read what it subscribes to. A name is taken once, so a repeated request makes no ' +
    'second subscription.',
  body: NewSubscription,
  answers: { 201: SubscriptionSecretAnswer, ...problems(409, 413, 415) },
})

export const listSubscriptions = operation({
  ...reading,
  method: 'GET',
  path: '/v1/subscriptions',
  summary: 'List subscriptions',
  description: 'All of them, at most 20, by name.',
  answers: { 200: SubscriptionList, ...problems() },
})

export const getSubscription = operation({
  ...reading,
  method: 'GET',
  path: '/v1/subscriptions/:id',
  summary: 'Read a subscription',
  description: 'With how it is doing.',
  answers: { 200: SubscriptionAnswer, ...problems(404) },
})

export const patchSubscription = operation({
  ...writing,
  method: 'PATCH',
  path: '/v1/subscriptions/:id',
  summary: 'Change, pause or resume a subscription',
  description: 'Fields that are not sent stay. What waits is sent to the new address too.',
  body: SubscriptionChange,
  answers: { 200: SubscriptionAnswer, ...problems(404, 409, 413, 415) },
})

export const deleteSubscription = operation({
  ...writing,
  method: 'DELETE',
  path: '/v1/subscriptions/:id',
  summary: 'Delete a subscription',
  description: 'With its deliveries, also those that wait.',
  answers: { 200: SubscriptionDeleted, ...problems(404) },
})

export const changeSubscriptionSecret = operation({
  ...writing,
  method: 'POST',
  path: '/v1/subscriptions/:id/secret',
  summary: 'Make a new secret for a subscription',
  description: 'The previous one signs too, for a day: webhook-signature then has two signatures.',
  answers: { 200: SubscriptionSecretAnswer, ...problems(404, 413, 415) },
})

export const testSubscription = operation({
  ...writing,
  method: 'POST',
  path: '/v1/subscriptions/:id/test',
  summary: 'Send a test to a subscription',
  description: 'It is sent like everything else. Read the delivery to see what came of it.',
  answers: { 200: SubscriptionTestAnswer, ...problems(404, 409, 413, 415) },
})

export const replaySubscription = operation({
  ...writing,
  method: 'POST',
  path: '/v1/subscriptions/:id/replay',
  summary: 'Send deliveries of a subscription again',
  description: 'One of them, or those of a time. Each has the same webhook-id as before.',
  body: SubscriptionReplay,
  answers: { 200: SubscriptionReplayAnswer, ...problems(404, 413, 415) },
})

export const listSubscriptionDeliveries = operation({
  ...reading,
  method: 'GET',
  path: '/v1/subscriptions/:id/deliveries',
  summary: 'List deliveries of a subscription',
  description: 'Newest first. They are kept for 30 days.',
  query: Type.Object({ ...PageQuery, state: Type.Optional(SubscriptionDeliveryState) }),
  answers: { 200: SubscriptionDeliveryPage, ...problems(404) },
})

export const getSubscriptionDelivery = operation({
  ...reading,
  method: 'GET',
  path: '/v1/subscriptions/:id/deliveries/:deliveryId',
  summary: 'Read a delivery of a subscription',
  description: 'With its body and every attempt.',
  answers: { 200: WholeSubscriptionDelivery, ...problems(404) },
})
