import type { Identifier } from '@millrace/contract/identifier'
import type { Sql } from '#db/sql.ts'
import { type ReadIdentifier, toIdentifier } from './identifier.ts'

/** Everything that a guest is known by, oldest first. */
export async function identifiersOf(tx: Sql, organisationId: string, guestId: string): Promise<Identifier[]> {
  const { rows } = await tx.query<ReadIdentifier>(
    `SELECT type, system, value FROM guest_identifiers WHERE organisation_id = $1 AND guest_id = $2
     ORDER BY added_at, type, system, value`,
    [organisationId, guestId],
  )
  return rows.map(toIdentifier)
}
