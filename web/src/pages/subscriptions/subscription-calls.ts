import * as subscriptions from '@millrace/contract/operations/dashboard/subscriptions'
import type { Body } from '@millrace/contract/operations/operation'
import { useQuery } from '@tanstack/react-query'
import type { Filter } from '../../api/address.ts'
import { call } from '../../api/call.ts'
import { asked } from '../../api/queries.ts'

export const subscriptionsKey = ['subscriptions']
export const subscriptionKey = (id: string) => ['subscription', id]
export const sentKey = ['subscription-deliveries']

export const FRESH_MS = 3_000

export const useSubscriptions = () =>
  useQuery({
    queryKey: subscriptionsKey,
    queryFn: ({ signal }) =>
      asked(call(subscriptions.listSubscriptions, { signal })).then(({ data }) => data),
  })

/** Kept up to date while it is shown, so that the result of a test is seen. */
export const useSubscription = (id: string) =>
  useQuery({
    queryKey: subscriptionKey(id),
    queryFn: ({ signal }) =>
      asked(call(subscriptions.readSubscription, { params: { id }, signal })).then(
        ({ subscription }) => subscription,
      ),
    refetchInterval: ({ state: { error } }) => error === null && FRESH_MS,
  })

export const useSent = (id: string, deliveryId: string) =>
  useQuery({
    queryKey: [...sentKey, id, deliveryId],
    queryFn: ({ signal }) =>
      asked(call(subscriptions.readSubscriptionDelivery, { params: { id, deliveryId }, signal })),
    refetchInterval: ({ state: { data } }) => data?.state === 'waiting' && FRESH_MS,
  })

export const addSubscription = (body: Body<typeof subscriptions.addSubscription>) =>
  call(subscriptions.addSubscription, { body })
export const changeSubscription = (id: string, body: Body<typeof subscriptions.changeSubscription>) =>
  call(subscriptions.changeSubscription, { params: { id }, body })
export const deleteSubscription = (id: string) => call(subscriptions.deleteSubscription, { params: { id } })
export const changeSecret = (id: string) => call(subscriptions.changeSubscriptionSecret, { params: { id } })
export const sendTest = (id: string) => call(subscriptions.testSubscription, { params: { id } })
export const replay = (id: string, body: Body<typeof subscriptions.replaySubscription>) =>
  call(subscriptions.replaySubscription, { params: { id }, body })
export const listSent = (
  id: string,
  filter: Filter<typeof subscriptions.listSubscriptionDeliveries>,
  cursor: string | null,
  signal: AbortSignal,
) => call(subscriptions.listSubscriptionDeliveries, { params: { id }, query: { ...filter, cursor }, signal })
