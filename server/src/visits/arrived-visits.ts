import type pg from 'pg'
import { newId } from '#base/ids.ts'
import { bareArray } from '#db/array-literal.ts'
import { inTransaction } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import type { NewVisit } from './insert-visits.ts'

/** So many fit into a page of the table together. */
const AT_ONCE = 32

/**
 * Stores entries of the ledger as they arrive, in a row for every 32. The statements have been sent when this returns. An
 * entry in the ledger itself costs an entry in each of two indexes, at random places: for the front door that was a tenth
 * of an event.
 */
export function storeArrived(
  tx: Sql,
  organisationId: string,
  visits: readonly NewVisit[],
): Promise<unknown>[] {
  const sent: Promise<unknown>[] = []
  for (let from = 0; from < visits.length; from += AT_ONCE) {
    const some = visits.length <= AT_ONCE ? visits : visits.slice(from, from + AT_ONCE)
    sent.push(
      tx.query(STORE, [
        organisationId,
        newId(),
        bareArray(some.map(({ guestId }) => guestId)),
        bareArray(some.map(({ eventId }) => eventId)),
        JSON.stringify(some.map(written)),
      ]),
    )
  }
  return sent
}

const STORE = `
  INSERT INTO arrived_visits (organisation_id, id, arrived_at, guest_ids, event_ids, entries)
  VALUES ($1, $2, date_trunc('milliseconds', now()), $3, $4, $5)`

/**
 * In the order in which `COLUMNS` reads them; most have nothing after the amount. Half a character would be stored in JSON,
 * and could never be read from it.
 */
function written({ source, serial, occurredAt, visit }: NewVisit): (string | number | null)[] {
  const { kind, amount, currency, covers } = visit
  const entry = [kind, source?.toWellFormed() ?? '', serial?.toWellFormed() ?? null, occurredAt, amount]
  return currency === null && covers === null ? entry : [...entry, currency, covers]
}

/** Rows of `arrived_visits`, called a, as rows of `visits`. */
const COLUMNS = `a.organisation_id, e.guest_id, e.event_id, e.entry ->> 0 AS kind, e.entry ->> 1 AS source, e.entry ->> 2 AS serial,
  coalesce((e.entry ->> 3)::timestamptz, a.arrived_at) AS occurred_at, (e.entry ->> 4)::numeric(16, 4) AS amount,
  e.entry ->> 5 AS currency, (e.entry ->> 6)::integer AS covers`
const ENTRIES = `ROWS FROM (unnest(a.guest_ids), unnest(a.event_ids), json_array_elements(a.entries)) AS e (guest_id, event_id, entry)`

/** The ledger of one guest, with what has arrived. The two are expressions. */
export const ledgerOf = (organisationId: string, guestId: string): string => `(
  SELECT * FROM visits WHERE organisation_id = ${organisationId} AND guest_id = ${guestId}
  UNION ALL
  SELECT ${COLUMNS} FROM arrived_visits a, ${ENTRIES}
  WHERE a.organisation_id = ${organisationId} AND ${guestId} = ANY(a.guest_ids) AND e.guest_id = ${guestId})`

/** The same of several guests, a list. */
export const ledgersOf = (organisationId: string, guestIds: string): string => `(
  SELECT * FROM visits WHERE organisation_id = ${organisationId} AND guest_id = ANY(${guestIds}::uuid[])
  UNION ALL
  SELECT ${COLUMNS} FROM arrived_visits a, ${ENTRIES}
  WHERE a.organisation_id = ${organisationId} AND a.guest_ids && ${guestIds}::uuid[] AND e.guest_id = ANY(${guestIds}::uuid[]))`

/**
 * Enters what has arrived for an organisation, or for some of its guests, into the ledger, for what reads many guests at
 * once, or changes entries. Waits for others who do the same. A separate transaction is best: rows that were taken stay
 * locked until its end.
 */
export async function enterArrived(
  tx: Sql,
  organisationId: string,
  guestIds: readonly string[] | null = null,
): Promise<void> {
  await tx.query(ENTER_SOME, [organisationId, guestIds && bareArray(guestIds)])
}

/** The same for all organisations, in portions with separate transactions. */
export async function enterAllArrived(engine: pg.Pool): Promise<void> {
  for (;;) {
    const { rows } = await inTransaction(engine, tx => tx.query<{ taken: number }>(ENTER_NEXT, [PORTION]))
    if (rows[0]?.taken === 0) return
  }
}

/** Rows, of up to 32 entries. */
const PORTION = 200

// Guests who were deleted meanwhile have their entries deleted, too, when their erasure is finished.
const enter = (which: string) => `
  WITH a AS (DELETE FROM arrived_visits a WHERE ${which} RETURNING *),
  entered AS (
    INSERT INTO visits (organisation_id, guest_id, event_id, kind, source, serial, occurred_at, amount, currency, covers)
    SELECT ${COLUMNS} FROM a, ${ENTRIES}
    ON CONFLICT DO NOTHING)
  SELECT count(*) AS taken FROM a`

const ENTER_SOME = enter('a.organisation_id = $1 AND ($2::uuid[] IS NULL OR a.guest_ids && $2::uuid[])')
const ENTER_NEXT = enter(`(a.organisation_id, a.id) IN (
  SELECT organisation_id, id FROM arrived_visits ORDER BY organisation_id, id LIMIT $1 FOR UPDATE)`)
