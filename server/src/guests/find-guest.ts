import type { Guest } from '@millrace/contract/guest'
import type { Sql } from '#db/sql.ts'
import { type GuestRow, guestColumns, toGuest } from './guest-row.ts'
import { currentGuest } from './merge/current-guest.ts'

/** With the id of a guest who was merged, the guest who stayed. */
export async function findGuest(tx: Sql, organisationId: string, id: string): Promise<Guest | undefined> {
  const guest = await read(tx, organisationId, id)
  if (guest !== undefined) return guest
  const current = await currentGuest(tx, organisationId, id)
  return current === id ? undefined : read(tx, organisationId, current)
}

async function read(tx: Sql, organisationId: string, id: string): Promise<Guest | undefined> {
  const { rows } = await tx.query<GuestRow>(
    `SELECT ${guestColumns} FROM guests WHERE organisation_id = $1 AND id = $2`,
    [organisationId, id],
  )
  return rows[0] && toGuest(rows[0])
}
