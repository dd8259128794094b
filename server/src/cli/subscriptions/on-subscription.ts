import { type Database, inTransaction } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import type { SubscriptionPlace } from '#subscriptions/subscriptions.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { Failure } from '../terminal/failure.ts'

/** Works on a subscription, by its id or its name, in one transaction. */
export async function onSubscription<T>(
  { engine }: Pick<Database, 'engine'>,
  organisation: string | undefined,
  given: string,
  work: (tx: Sql, place: SubscriptionPlace) => Promise<T>,
): Promise<T> {
  const { id: organisationId } = await chooseOrganisation(engine, organisation)
  const { rows } = await engine.query<{ id: string }>(
    `SELECT id FROM subscriptions
     WHERE organisation_id = $1 AND deleted_at IS NULL AND (id::text = lower($2) OR lower(name) = lower($2))`,
    [organisationId, given],
  )
  const [found] = rows
  if (found === undefined)
    throw new Failure(`There is no subscription "${given}". See: npx millrace subscriptions list`)
  return inTransaction(engine, tx => work(tx, { organisationId, id: found.id }))
}

export const subscriptionArgument = { name: 'SUBSCRIPTION', about: 'its name or id' } as const
