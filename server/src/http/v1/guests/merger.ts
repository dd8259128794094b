import type { Identity } from '#access/identity.ts'
import { reachesGuest, reachesWholly } from '#members/reach.ts'
import type { Merger } from '../../edge/merge.ts'
import { Refusal } from '../../refusal.ts'

/** An API key that is limited to venues merges only guests who were at no others. */
export const mergerOf = (identity: Identity): Merger => ({
  organisationId: identity.organisationId,
  by: { how: 'integration', actor: `API key ${identity.clientId}` },
  async requireAll(tx, guestIds) {
    for (const id of guestIds)
      if (!(await reachesGuest(tx, identity, id))) throw new Refusal('guest_not_found')
    if (await reachesWholly(tx, identity, guestIds)) return
    throw new Refusal('venue_not_allowed', {
      message:
        'One of the guests has been at venues that the API key does not have, so it cannot merge them.',
    })
  },
})
