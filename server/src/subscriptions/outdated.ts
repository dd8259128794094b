import { outdated } from '#db/outdated.ts'

const deleted = `(organisation_id, subscription_id) IN (
  SELECT organisation_id, id FROM subscriptions WHERE deleted_at IS NOT NULL)`

/** Their attempts go with them. What still waits after 30 days belongs to a subscription that was paused for as long. */
export const outdatedSubscriptions = [
  outdated(
    'DELETE FROM subscription_deliveries',
    'organisation_id, id',
    `occurred_at < now() - interval '30 days'`,
  ),
  outdated('DELETE FROM subscription_deliveries', 'organisation_id, id', deleted),
  outdated(
    'DELETE FROM subscriptions',
    'organisation_id, id',
    `deleted_at IS NOT NULL AND NOT EXISTS (SELECT FROM subscription_deliveries d
       WHERE d.organisation_id = subscriptions.organisation_id AND d.subscription_id = subscriptions.id)`,
  ),
  `UPDATE subscriptions SET sealed_previous = NULL, previous_until = NULL WHERE (organisation_id, id) IN (
     SELECT organisation_id, id FROM subscriptions WHERE previous_until < now() LIMIT $1 FOR UPDATE SKIP LOCKED)`,
]
