import type { Guest } from '@millrace/contract/guest'
import type { Sql } from '#db/sql.ts'
import { findGuest } from '#guests/find-guest.ts'
import { type Reach, reachesGuest } from '#members/reach.ts'
import { Refusal } from '../../refusal.ts'

export async function requireGuest(tx: Sql, organisationId: string, id: string): Promise<Guest> {
  const guest = await findGuest(tx, organisationId, id)
  if (guest === undefined) throw new Refusal('guest_not_found')
  return guest
}

/** For what would show a guest: nothing is shown of a guest of other venues. */
export async function refuseOthersGuest(tx: Sql, member: Reach, id: string): Promise<void> {
  if (!(await reachesGuest(tx, member, id.toLowerCase()))) throw new Refusal('own_guest_needed')
}

/** For whatever changes a guest, or happens to one. */
export async function requireOwnGuest(tx: Sql, member: Reach, id: string): Promise<Guest> {
  const guest = await requireGuest(tx, member.organisationId, id)
  if (!(await reachesGuest(tx, member, id))) throw new Refusal('own_guest_needed')
  return guest
}
