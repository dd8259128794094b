import type { Sql } from '#db/sql.ts'
import { type LedgerEntry, unitsOf } from './ledger.ts'

/** The entries of guests, by guest. */
export async function loadLedger(
  tx: Sql,
  organisationId: string,
  guestIds: readonly string[],
): Promise<Map<string, LedgerEntry[]>> {
  const { rows } = await tx.query<Omit<LedgerEntry, 'amount'> & { guestId: string; amount: string | null }>(
    `SELECT guest_id AS "guestId", event_id AS "eventId", kind, source, serial, occurred_at AS "occurredAt",
            amount::text AS amount, currency
     FROM visits WHERE organisation_id = $1 AND guest_id = ANY($2)`,
    [organisationId, [...new Set(guestIds)]],
  )
  const ledgers = new Map<string, LedgerEntry[]>()
  for (const { guestId, amount, ...entry } of rows) {
    const entries = ledgers.get(guestId) ?? []
    entries.push({ ...entry, amount: amount === null ? null : unitsOf(amount) })
    ledgers.set(guestId, entries)
  }
  return ledgers
}
