import { inTenant } from '#db/database.ts'
import { currentGuest } from '#guests/merge/current-guest.ts'
import { reachesGuest, reachesWorkflow } from '#members/reach.ts'
import type { HttpParts } from '../parts.ts'
import { Refusal } from '../refusal.ts'
import type { Held } from './key-reach.ts'

/** A run goes through the whole workflow, so all venues of the workflow have to be the key's. */
export async function requireKeyReach(
  { database }: Pick<HttpParts, 'database'>,
  held: Held,
  workflowId: string,
  guestId: string,
): Promise<void> {
  const { organisationId, serials } = held
  if (serials === null) return
  await inTenant(database, organisationId, async tx => {
    if (!(await reachesWorkflow(tx, held, workflowId))) throw new Refusal('venue_not_allowed')
    const current = await currentGuest(tx, organisationId, guestId)
    if (!(await reachesGuest(tx, held, current))) throw new Refusal('guest_not_found')
  })
}
