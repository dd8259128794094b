import type { Guest } from '@millrace/contract/guest'
import type { Sql } from '#db/sql.ts'
import { type GuestRow, guestColumns, toGuest } from './guest-row.ts'

export async function findGuest(tx: Sql, organisationId: string, id: string): Promise<Guest | undefined> {
  const { rows } = await tx.query<GuestRow>(
    `SELECT ${guestColumns} FROM guests WHERE organisation_id = $1 AND id = $2`,
    [organisationId, id],
  )
  return rows[0] && toGuest(rows[0])
}
