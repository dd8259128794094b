import type { GuestChange } from '@millrace/contract/guest'
import { newId } from '#base/ids.ts'
import type { Sql } from '#db/sql.ts'
import { removeHistory } from '#events/insert-history.ts'
import { adjustMany } from '#guests/adjust-points.ts'
import { deleteGuests, deletePoints, eraseRecords } from '#guests/erase-records.ts'
import { removeIdentifiers } from '#guests/identifiers/add-identifiers.ts'
import { UNDONE } from '#guests/refused-consent.ts'
import { lockGuest, updateGuest } from '#guests/update-guest.ts'
import { type ChangeParts, guestChanged } from '#runs/commands/guest-changed.ts'
import { deleteEntries } from '#visits/erase-visits.ts'
import { JobRefused } from '../errors.ts'
import { finish, type Leased, release } from '../lease.ts'
import { openTransactions } from '../open-transactions.ts'
import { dropChanges, type ImportChange, markDeleted, readChanges, readDeleted } from './changes.ts'
import { actorOf, type ImportRequest, type ImportRow } from './import-row.ts'
import { takeImportedEvents } from './imported-events.ts'
import { dropFile, readImport } from './imports.ts'
import { restoration } from './restore.ts'
import type { UndoProgress } from './undo-progress.ts'
import type { FilePlace } from './window.ts'

export interface UndoParts extends ChangeParts {
  /** Removes what is still stored about guests who are deleted, a little later; see `eraseLater`. */
  eraseLater(tx: Sql, organisationId: string, guestIds: readonly string[]): Promise<void>
}

const PORTION = 200
const SETTLED_PORTION = 1_000
const PAUSE_SECONDS = 0.2
/** No request takes longer; a transaction that does is a backup, which stores nothing. */
const LONGEST_REQUEST_MS = 60_000

/** One portion of an undo, in the transaction of its job. */
export async function undoPortion(tx: Sql, parts: UndoParts, leased: Leased): Promise<void> {
  const { import_id: importId } = leased.request as ImportRequest
  const place: FilePlace = { organisationId: leased.organisationId, importId }
  const progress = leased.progress as UndoProgress
  if (progress.settling !== null) return settlePortion(tx, parts, leased, place)
  const stored = await readImport(tx, place)
  if (stored === undefined) throw new JobRefused('What the import did is no longer known after 30 days.')
  const events = await takeImportedEvents(tx, place, SETTLED_PORTION)
  if (events.length > 0) {
    // A rebuild of the ledger holds the events while it writes their entries: first the events, then the entries.
    await removeHistory(
      tx,
      place.organisationId,
      events.map(({ eventId }) => eventId),
    )
    await deleteEntries(tx, place.organisationId, events)
    return release(tx, leased, { ...progress, deleted: progress.deleted + events.length }, 0)
  }
  const changes = await readChanges(tx, place, { after: progress.after, limit: PORTION })
  const last = changes.at(-1)
  if (last === undefined) {
    await dropFile(tx, place)
    const settling = { before: await openTransactions(tx), since: Date.now() }
    return release(tx, leased, { ...progress, settling }, 0)
  }
  const deleted = await deleteUntouched(
    tx,
    place,
    changes.filter(({ created }) => created).map(({ guest_id }) => guest_id),
  )
  const restored: string[] = []
  for (const change of changes) {
    if (change.created) continue
    await restore(tx, parts, place.organisationId, stored, change)
    restored.push(change.guest_id)
  }
  await dropChanges(tx, place, restored)
  const next: UndoProgress = {
    ...progress,
    after: last.guest_id,
    deleted: progress.deleted + deleted,
    restored: progress.restored + restored.length,
    kept: progress.kept + changes.length - restored.length - deleted,
  }
  await release(tx, leased, next, 0)
}

/** Deletes the guests to whom nothing has happened since they were imported. Returns how many. */
async function deleteUntouched(tx: Sql, place: FilePlace, guestIds: readonly string[]): Promise<number> {
  if (guestIds.length === 0) return 0
  const { organisationId } = place
  const nothingIn = (table: string) =>
    `NOT EXISTS (SELECT FROM ${table} t WHERE t.organisation_id = $1 AND t.guest_id = g.id)`
  const { rows } = await tx.query<{ id: string }>(
    `SELECT g.id FROM guests g
     WHERE g.organisation_id = $1 AND g.id = ANY($2) AND g.updated_at = g.created_at
       AND NOT EXISTS (SELECT FROM guest_identifiers i
                       WHERE i.organisation_id = $1 AND i.guest_id = g.id AND i.added_at > g.created_at)
       AND NOT EXISTS (SELECT FROM points_entries p
                       WHERE p.organisation_id = $1 AND p.guest_id = g.id AND p.created_at > g.created_at)
       AND ${['events', 'runs', 'visits', 'guest_edits'].map(nothingIn).join(' AND ')}
     ORDER BY g.id FOR UPDATE OF g`,
    [organisationId, guestIds],
  )
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return 0
  await deletePoints(tx, organisationId, ids)
  await eraseRecords(tx, organisationId, ids, newId())
  await deleteGuests(tx, organisationId, ids)
  await markDeleted(tx, place, ids)
  return ids.length
}

async function restore(
  tx: Sql,
  parts: UndoParts,
  organisationId: string,
  stored: ImportRow,
  change: ImportChange,
): Promise<void> {
  const guest = await lockGuest(tx, organisationId, change.guest_id)
  if (guest === undefined) return
  const restored = restoration(guest, change)
  if (Object.keys(restored.change).length > 0) {
    const by = { how: 'integration', actor: `${actorOf(stored)}, undone`, reason: UNDONE } as const
    const consequences = guestChanged(parts, organisationId)
    await updateGuest(tx, organisationId, guest.id, restored.change as GuestChange, by, consequences)
  }
  if (restored.points !== 0) {
    const adjusted = { guestId: guest.id, points: restored.points }
    const [after] = await adjustMany(tx, organisationId, [adjusted], `${actorOf(stored)}, undone`)
    if (after !== undefined) await guestChanged(parts, organisationId)(tx, guest, after)
  }
  await removeIdentifiers(
    tx,
    organisationId,
    guest.id,
    restored.removed.map(({ type, system, value }) => ({ type, system: system ?? '', value })),
  )
}

/**
 * A request that had found a guest before they were deleted may have stored an event since. Once every transaction of
 * that time has ended, it shows; it is then erased as for any deleted guest.
 */
async function settlePortion(tx: Sql, parts: UndoParts, leased: Leased, place: FilePlace): Promise<void> {
  const progress = leased.progress as UndoProgress
  const { before, since } = progress.settling ?? { before: [], since: 0 }
  const open = new Set(before.length === 0 ? [] : await openTransactions(tx))
  if (Date.now() < since + LONGEST_REQUEST_MS && before.some(one => open.has(one)))
    return release(tx, leased, progress, PAUSE_SECONDS)
  const deleted = await readDeleted(tx, place, SETTLED_PORTION)
  if (deleted.length === 0) {
    const { deleted: guests, restored, kept } = progress
    return finish(tx, leased, { status: 'done', result: { deleted: guests, restored, kept } })
  }
  const { rows } = await tx.query<{ id: string }>(
    `SELECT guest_id AS id FROM events WHERE organisation_id = $1 AND guest_id = ANY($2)
     UNION SELECT guest_id FROM runs WHERE organisation_id = $1 AND guest_id = ANY($2)
     UNION SELECT guest_id FROM visits WHERE organisation_id = $1 AND guest_id = ANY($2)`,
    [place.organisationId, deleted],
  )
  if (rows.length > 0)
    await parts.eraseLater(
      tx,
      place.organisationId,
      rows.map(({ id }) => id),
    )
  await dropChanges(tx, place, deleted)
  await release(tx, leased, { ...progress, settling: { before: [], since } }, 0)
}
