import type { Sql } from '#db/sql.ts'

/** What was sent and what is still to be sent about guests, with the answers. */
export async function eraseSubscriptionDeliveries(
  tx: Sql,
  organisationId: string,
  guestIds: readonly string[],
): Promise<void> {
  await tx.query('DELETE FROM subscription_deliveries WHERE organisation_id = $1 AND guest_id = ANY ($2)', [
    organisationId,
    guestIds,
  ])
}
