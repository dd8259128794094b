import type { SealContext } from '#secrets/sealer.ts'

/** The same for the previous secret, which was sealed as the current one. */
export const sealContext = (organisationId: string, subscriptionId: string): SealContext => ({
  organisationId,
  table: 'subscriptions',
  column: 'sealed_secret',
  id: subscriptionId,
})
