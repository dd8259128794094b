import { bareArray, textArray } from '#db/array-literal.ts'
import type { Sql } from '#db/sql.ts'

export interface GuestChange {
  readonly organisationId: string
  readonly guestId: string
  /** Added to the balance: the sum of what is added to the ledger. */
  readonly points: number
  /** None of them was there before. */
  readonly newTags: readonly string[]
}

/** Changes guests, each once, however many runs and steps had an effect on them. */
export async function writeGuests(tx: Sql, changes: readonly GuestChange[]): Promise<void> {
  await tx.query(
    `UPDATE guests
     SET points = guests.points + c.points, tags = guests.tags || c.new_tags::text[], updated_at = now()
     FROM unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::text[]) AS c (organisation_id, id, points, new_tags)
     WHERE guests.organisation_id = c.organisation_id AND guests.id = c.id`,
    [
      bareArray(changes.map(change => change.organisationId)),
      bareArray(changes.map(change => change.guestId)),
      bareArray(changes.map(change => change.points)),
      textArray(changes.map(change => textArray(change.newTags))),
    ],
  )
}
