import type { Sql } from '#db/sql.ts'

/** The entries of guests from one source, each as a key: who, where, when, how much, and for how many. */
export async function readEntries(
  tx: Sql,
  organisationId: string,
  source: string,
  guestIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await tx.query<EntryKey>(
    `SELECT guest_id, serial, (extract(epoch FROM occurred_at) * 1000)::bigint AS at, amount::text, currency, covers
     FROM visits WHERE organisation_id = $1 AND guest_id = ANY($2) AND source = $3`,
    [organisationId, guestIds, source],
  )
  return new Set(rows.map(entryKey))
}

export interface EntryKey {
  readonly guest_id: string
  readonly serial: string | null
  /** Milliseconds. */
  readonly at: number
  /** A decimal number. */
  readonly amount: string | null
  readonly currency: string | null
  readonly covers: number | null
}

/** The same for an entry that is not stored yet. */
export const entryKey = ({ guest_id, serial, at, amount, currency, covers }: EntryKey): string =>
  JSON.stringify([guest_id, serial, at, amount === null ? null : Number(amount), currency, covers])
