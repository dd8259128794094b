import type { ImportCounts, RefusedRow } from '@millrace/contract/guest-import'
import type { SourceMeaning } from '@millrace/contract/source'
import { newId } from '#base/ids.ts'
import type { Sql } from '#db/sql.ts'
import { insertHistory } from '#events/insert-history.ts'
import { findHolders, type Holder } from '#guests/identifiers/find-holders.ts'
import { lockGuests } from '#guests/lock-guests.ts'
import { insertVisits } from '#visits/insert-visits.ts'
import { entryKey, readEntries } from '#visits/same-visits.ts'
import { JobRefused } from '../errors.ts'
import { type Claim, hashOf, readClaims, writeClaims } from './claims.ts'
import type { Target } from './columns.ts'
import type { FileRow } from './file-rows.ts'
import { noCounts } from './import-row.ts'
import { writeImportedEvents } from './imported-events.ts'
import { readVisitRow, type VisitRow } from './read-visit-row.ts'
import { writeRefusals } from './refusals.ts'
import type { Settling } from './settling.ts'
import { refusedRow, strangers } from './sort-out.ts'

/**
 * Stores the visits of a portion as history of their guests, with their entries in the ledger, as if the source had sent
 * them then. A visit that is there already is not stored again: the same guest, venue, moment and amount.
 */
export async function settleVisits(tx: Sql, settling: Settling): Promise<ImportCounts> {
  const { place, stored, action, rows, targets, organisation } = settling
  const source = stored.settings.source ?? ''
  const meaning = organisation.meanings.get(source)
  if (meaning === undefined)
    throw new JobRefused(`The source "${source}" is not declared. Say what its events are, and start again.`)
  refuseUnmeasured(targets, meaning, source)
  const rules = { targets, settings: stored.settings, source, meaning, organisation, now: Date.now() }
  const refused: RefusedRow[] = []
  const read: { from: FileRow; row: VisitRow }[] = []
  for (const from of rows) {
    const reading =
      Object.keys(from.reasons).length > 0
        ? ({ kind: 'refused', reasons: from.reasons } as const)
        : readVisitRow(from.cells, rules)
    if (reading.kind === 'refused') refused.push(refusedRow(from, reading.reasons))
    else read.push({ from, row: reading.row })
  }
  const visits: { from: FileRow; row: VisitRow; guestId: string }[] = []
  const holders = await findHolders(
    tx,
    place.organisationId,
    read.flatMap(({ row }) => row.identifiers),
  )
  let at = 0
  for (const { from, row } of read) {
    const theirs = holders.slice(at, at + row.identifiers.length)
    at += row.identifiers.length
    const guestId = theirs.find(one => one.guestId !== null)?.guestId
    const reasons = guestId === undefined ? unknownGuest : strangers(theirs as Holder[], targets)
    if (reasons !== undefined) refused.push(refusedRow(from, reasons))
    else visits.push({ from, row, guestId: guestId as string })
  }
  const guestIds = [...new Set(visits.map(({ guestId }) => guestId))]
  // Two imports of one file at the same time: the second sees what the first has stored.
  await lockGuests(tx, place.organisationId, guestIds)
  const known = await readEntries(tx, place.organisationId, source, guestIds)
  const names = new Map(visits.map(one => [one, keyOf(one.guestId, one.row)]))
  const claims = new Map<string, Claim>()
  const earlier = await readClaims(
    tx,
    place,
    [...names.values()].map(name => hashOf(`${place.importId} ${name}`)),
  )
  const fresh = visits.filter(one => {
    const name = names.get(one) as string
    const claim = hashOf(`${place.importId} ${name}`)
    if (known.has(name) || claims.has(claim) || earlier.has(claim)) return false
    claims.set(claim, { row: one.from.row, content: claim })
    return true
  })
  await writeClaims(tx, place, claims)
  if (action === 'import' && fresh.length > 0) await store(tx, settling, fresh, source)
  return {
    ...noCounts,
    rows: rows.length,
    created: fresh.length,
    unchanged: visits.length - fresh.length,
    refused: await writeRefusals(tx, place, refused),
  }
}

const unknownGuest = {
  row: ['is about a guest who is not known. Import the guests first'],
}

/** A column that no visit of the source can have would be lost without a word. */
function refuseUnmeasured(
  targets: ReadonlyMap<string, Target>,
  meaning: SourceMeaning,
  source: string,
): void {
  for (const [column, { kind }] of targets) {
    if ((kind === 'amount' || kind === 'currency' || kind === 'covers') && !meaning[kind])
      throw new JobRefused(
        `The column "${column}" is ${kind}, and the source "${source}" has no parameter for it. ` +
          'Declare which parameter it is, or ignore the column.',
      )
  }
}

const keyOf = (guest_id: string, { serial, occurredAt, visit }: VisitRow) =>
  entryKey({ ...visit, guest_id, serial, at: Date.parse(occurredAt) })

async function store(
  tx: Sql,
  { place, organisation }: Settling,
  fresh: readonly { readonly row: VisitRow; readonly guestId: string }[],
  source: string,
): Promise<void> {
  const { organisationId } = place
  const entries = fresh.map(({ row, guestId }) => ({ ...row, guestId, eventId: newId(), source }))
  await insertHistory(tx, organisationId, organisation.venues, entries)
  await insertVisits(tx, organisationId, entries)
  await writeImportedEvents(tx, place, entries)
}
