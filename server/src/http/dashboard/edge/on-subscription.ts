import { inTenant } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import type { ActingMember } from '#members/session.ts'
import type { SubscriptionPlace } from '#subscriptions/subscriptions.ts'
import { subscriptionPlace } from '../../edge/subscription.ts'
import type { HttpParts } from '../../parts.ts'

/** Works on the subscription that the address names. */
export const onSubscription = <T>(
  { database }: Pick<HttpParts, 'database'>,
  { member, params }: { member: ActingMember; params: { readonly id: string } },
  work: (tx: Sql, place: SubscriptionPlace, actor: string) => Promise<T>,
): Promise<T> => {
  const place = subscriptionPlace(member.organisationId, params.id)
  return inTenant(database, member.organisationId, tx => work(tx, place, member.email))
}
