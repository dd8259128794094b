import type { NewSubscription, SubscriptionChange, SubscriptionReplay } from '@millrace/contract/subscription'
import { given } from '#base/given.ts'
import { storedId } from '#base/ids.ts'
import { checkUrl } from '#channels/guard/check-url.ts'
import type { Sql } from '#db/sql.ts'
import {
  addTest,
  findDelivery,
  listDeliveries as listRows,
  replayDeliveries,
} from '#subscriptions/deliveries.ts'
import {
  changeSecret,
  changeSubscription,
  createSubscription,
  deleteSubscription,
  findSubscription,
  type SubscriptionPlace,
} from '#subscriptions/subscriptions.ts'
import type { HttpParts } from '../parts.ts'
import { Refusal } from '../refusal.ts'
import { pageRequest } from './page.ts'

/** What is done with subscriptions: the same for members and for keys, each with its answer. */

export function subscriptionPlace(organisationId: string, text: string): SubscriptionPlace {
  const id = storedId(text)
  if (id === undefined) throw new Refusal('subscription_not_found')
  return { organisationId, id }
}

export async function requireSubscription(tx: Sql, place: SubscriptionPlace) {
  const found = await findSubscription(tx, place)
  if (found === undefined) throw new Refusal('subscription_not_found')
  return found
}

function refuseAddress({ policy }: Pick<HttpParts, 'policy'>, url: string): void {
  const checked = checkUrl(url, policy)
  if ('fault' in checked) throw new Refusal('validation_failed', { errors: { url: [checked.fault] } })
}

export async function created(
  parts: HttpParts,
  tx: Sql,
  organisationId: string,
  actor: string,
  body: NewSubscription,
) {
  refuseAddress(parts, body.url)
  const made = await createSubscription(tx, parts.sealer, organisationId, actor, {
    ...body,
    name: body.name.trim(),
  })
  if (made === 'too_many') throw new Refusal('too_many_subscriptions')
  if (made === 'name_taken') throw new Refusal('subscription_exists')
  const subscription = await requireSubscription(tx, { organisationId, id: made.id })
  return { message: `"${subscription.name}" is subscribed.`, subscription, secret: made.secret }
}

export async function changed(
  parts: HttpParts,
  tx: Sql,
  place: SubscriptionPlace,
  actor: string,
  body: SubscriptionChange,
) {
  const { name, ...others } = given(body)
  if (others.url !== undefined) refuseAddress(parts, others.url)
  const change = name === undefined ? others : { ...others, name: name.trim() }
  const done = await changeSubscription(tx, place, actor, change)
  if (done === 'not_found') throw new Refusal('subscription_not_found')
  if (done === 'name_taken') throw new Refusal('subscription_exists')
  return { message: changeInWords(others.paused), subscription: await requireSubscription(tx, place) }
}

function changeInWords(paused: boolean | undefined): string {
  if (paused === undefined) return 'Subscription changed.'
  return paused
    ? 'Subscription paused. What happens is stored and waits.'
    : 'Subscription resumed. What waits is sent now.'
}

export async function removed(tx: Sql, place: SubscriptionPlace, actor: string) {
  const name = await deleteSubscription(tx, place, actor)
  if (name === undefined) throw new Refusal('subscription_not_found')
  return { message: `The subscription "${name}" is deleted.` }
}

export async function withNewSecret(parts: HttpParts, tx: Sql, place: SubscriptionPlace, actor: string) {
  const secret = await changeSecret(tx, parts.sealer, place, actor)
  if (secret === undefined) throw new Refusal('subscription_not_found')
  const subscription = await requireSubscription(tx, place)
  return {
    message: 'The new secret signs from now on, and the previous one too for a day.',
    subscription,
    secret,
  }
}

export async function tested(tx: Sql, place: SubscriptionPlace) {
  const { status } = await requireSubscription(tx, place)
  if (status === 'paused') throw new Refusal('subscription_paused')
  return { message: 'The test is on its way.', delivery_id: await addTest(tx, place) }
}

export async function replayed(tx: Sql, place: SubscriptionPlace, actor: string, body: SubscriptionReplay) {
  await requireSubscription(tx, place)
  const replay = given(body)
  if (replay.delivery_id === undefined && replay.from === undefined)
    throw new Refusal('validation_failed', {
      errors: { from: ['is missing. Give it, or the delivery_id of one'] },
    })
  const { deliveries, nextFrom } = await replayDeliveries(tx, place, actor, replay)
  if (replay.delivery_id !== undefined && deliveries === 0)
    throw new Refusal('subscription_delivery_not_found', {
      message: 'There is no such delivery, or it has not been sent yet.',
    })
  const sentence = `${deliveries} ${deliveries === 1 ? 'delivery is' : 'deliveries are'} sent again.`
  return {
    message: nextFrom === null ? sentence : `${sentence} There are more: ask again for the rest.`,
    deliveries,
    next_from: nextFrom?.toISOString() ?? null,
  }
}

type DeliveryQuery = {
  limit?: string | undefined
  cursor?: string | undefined
  state?: 'waiting' | 'delivered' | 'failed' | undefined
}

/** A page of deliveries, and where it stands. */
export async function deliveriesOf(
  parts: HttpParts,
  tx: Sql,
  place: SubscriptionPlace,
  path: string,
  query: DeliveryQuery,
) {
  await requireSubscription(tx, place)
  const list = `subscription deliveries ${place.id} ${query.state ?? ''}`
  const page = pageRequest(parts, list, query)
  const rows = await listRows(tx, place, { state: query.state, before: page.after, limit: page.limit + 1 })
  return { list: { list, page, path: path.replace(':id', place.id), query }, rows }
}

export async function deliveryOf(tx: Sql, place: SubscriptionPlace, text: string) {
  await requireSubscription(tx, place)
  const id = storedId(text)
  const found = id && (await findDelivery(tx, place, id))
  if (!found) throw new Refusal('subscription_delivery_not_found')
  return found
}
