import type { Guest } from '@millrace/contract/guest'
import type { Sql } from '#db/sql.ts'
import { findGuest } from '#guests/find-guest.ts'
import { Refusal } from '../../refusal.ts'

export async function requireGuest(tx: Sql, organisationId: string, id: string): Promise<Guest> {
  const guest = await findGuest(tx, organisationId, id)
  if (guest === undefined) throw new Refusal('guest_not_found')
  return guest
}
