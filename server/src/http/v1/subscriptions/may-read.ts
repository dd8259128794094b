import { type SubscriptionEvent, subscriptionEvents } from '@millrace/contract/subscription'
import type { Identity } from '#access/identity.ts'
import { grants } from '#access/key-limits.ts'
import { inTenant } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import type { SubscriptionPlace } from '#subscriptions/subscriptions.ts'
import { requireSubscription, subscriptionPlace } from '../../edge/subscription.ts'
import type { HttpParts } from '../../parts.ts'
import { Refusal } from '../../refusal.ts'

/** By a subscription, a key would get what it may not read by itself. */
export function requireScopes(identity: Identity, events: readonly string[]): void {
  const missing = events
    .map(event => subscriptionEvents[event as SubscriptionEvent]?.scope)
    .find(scope => scope !== undefined && !grants(identity, scope))
  if (missing !== undefined)
    throw new Refusal('scope_needed', {
      message: `The API key needs the scope ${missing} for what is subscribed to.`,
    })
}

/** Works on a subscription whose events the key may read. */
export const onSubscription = <T>(
  { database }: Pick<HttpParts, 'database'>,
  { identity, params }: { identity: Identity; params: { readonly id: string } },
  work: (tx: Sql, place: SubscriptionPlace) => Promise<T>,
): Promise<T> => {
  const place = subscriptionPlace(identity.organisationId, params.id)
  return inTenant(database, identity.organisationId, async tx => {
    requireScopes(identity, (await requireSubscription(tx, place)).events)
    return work(tx, place)
  })
}
