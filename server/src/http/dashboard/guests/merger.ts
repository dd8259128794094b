import { reachesGuest, reachesWholly } from '#members/reach.ts'
import type { ActingMember } from '#members/session.ts'
import type { Merger } from '../../edge/merge.ts'
import { Refusal } from '../../refusal.ts'

/** A member who is held to venues merges only guests who were at no others. */
export const mergerOf = (member: ActingMember): Merger => ({
  organisationId: member.organisationId,
  by: { how: 'member', actor: member.email, reason: 'Merged with another guest.' },
  async requireAll(tx, guestIds) {
    for (const id of guestIds)
      if (!(await reachesGuest(tx, member, id))) throw new Refusal('own_guest_needed')
    if (!(await reachesWholly(tx, member, guestIds))) throw new Refusal('wholly_own_guest_needed')
  },
})
