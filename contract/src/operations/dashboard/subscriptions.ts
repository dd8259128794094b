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

const forOwners = { access: 'member', role: 'owner' } as const

export const listSubscriptions = operation({
  ...forOwners,
  method: 'GET',
  path: '/dashboard/api/subscriptions',
  summary: 'The subscriptions, with how they are doing',
  answers: { 200: SubscriptionList },
})

export const addSubscription = operation({
  ...forOwners,
  method: 'POST',
  path: '/dashboard/api/subscriptions',
  confirmed: true,
  summary: 'Subscribe an address to what happens; its secret is shown once',
  body: NewSubscription,
  answers: { 201: SubscriptionSecretAnswer },
})

export const readSubscription = operation({
  ...forOwners,
  method: 'GET',
  path: '/dashboard/api/subscriptions/:id',
  summary: 'A subscription',
  answers: { 200: SubscriptionAnswer },
})

export const changeSubscription = operation({
  ...forOwners,
  method: 'PATCH',
  path: '/dashboard/api/subscriptions/:id',
  confirmed: true,
  summary: 'Change, pause or resume a subscription',
  body: SubscriptionChange,
  answers: { 200: SubscriptionAnswer },
})

export const deleteSubscription = operation({
  ...forOwners,
  method: 'DELETE',
  path: '/dashboard/api/subscriptions/:id',
  confirmed: true,
  summary: 'Delete a subscription with its deliveries',
  answers: { 200: SubscriptionDeleted },
})

export const changeSubscriptionSecret = operation({
  ...forOwners,
  method: 'POST',
  path: '/dashboard/api/subscriptions/:id/secret',
  confirmed: true,
  summary: 'Make a new secret; the previous one signs too, for a day',
  answers: { 200: SubscriptionSecretAnswer },
})

export const testSubscription = operation({
  ...forOwners,
  method: 'POST',
  path: '/dashboard/api/subscriptions/:id/test',
  summary: 'Send a test to a subscription',
  answers: { 200: SubscriptionTestAnswer },
})

export const replaySubscription = operation({
  ...forOwners,
  method: 'POST',
  path: '/dashboard/api/subscriptions/:id/replay',
  summary: 'Send deliveries again, each with the same webhook-id',
  body: SubscriptionReplay,
  answers: { 200: SubscriptionReplayAnswer },
})

export const listSubscriptionDeliveries = operation({
  ...forOwners,
  method: 'GET',
  path: '/dashboard/api/subscriptions/:id/deliveries',
  summary: 'What was sent to a subscription, the newest first',
  query: Type.Object({ ...PageQuery, state: Type.Optional(SubscriptionDeliveryState) }),
  answers: { 200: SubscriptionDeliveryPage },
})

export const readSubscriptionDelivery = operation({
  ...forOwners,
  method: 'GET',
  path: '/dashboard/api/subscriptions/:id/deliveries/:deliveryId',
  summary: 'A delivery with its body and every attempt',
  answers: { 200: WholeSubscriptionDelivery },
})
