import type { Guest } from '@millrace/contract/guest'
import type { Sql } from '#db/sql.ts'
import { findGuest } from '#guests/find-guest.ts'
import { currentGuest, lockCurrentGuest } from '#guests/merge/current-guest.ts'
import { type Reach, reachesGuest } from '#members/reach.ts'
import { Refusal } from '../../refusal.ts'

/** With the id of a guest who was merged, the guest who stayed. */
export async function requireGuest(tx: Sql, organisationId: string, id: string): Promise<Guest> {
  const guest = await findGuest(tx, organisationId, id)
  if (guest === undefined) throw new Refusal('guest_not_found')
  return guest
}

/** For a change of a guest: they cannot be merged before it is committed. Returns their id, which may be another one. */
export async function requireLockedGuest(tx: Sql, member: Reach, asked: string): Promise<string> {
  const id = await lockCurrentGuest(tx, member.organisationId, asked)
  if (id === undefined) throw new Refusal('guest_not_found')
  if (!(await reachesGuest(tx, member, id))) throw new Refusal('own_guest_needed')
  return id
}

/** For what would show a guest: nothing is shown of a guest of other venues. */
export async function refuseOthersGuest(tx: Sql, member: Reach, id: string): Promise<void> {
  const current = await currentGuest(tx, member.organisationId, id.toLowerCase())
  if (!(await reachesGuest(tx, member, current))) throw new Refusal('own_guest_needed')
}

/** For whatever changes a guest, or happens to one. */
export async function requireOwnGuest(tx: Sql, member: Reach, id: string): Promise<Guest> {
  const guest = await requireGuest(tx, member.organisationId, id)
  if (!(await reachesGuest(tx, member, guest.id))) throw new Refusal('own_guest_needed')
  return guest
}
