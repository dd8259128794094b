import type { Guest } from '@millrace/contract/guest'
import { faultPoint } from '#base/fault-point.ts'
import { type MovedRows, returnFollowing, returnRows } from '#db/guest-rows.ts'
import type { Sql } from '#db/sql.ts'
import { findGuest } from '#guests/find-guest.ts'
import { guestIdentifiers } from '#guests/merge/guest-rows.ts'
import { findMerge, type GuestMerge, markUndone, takeMoved } from '#guests/merge/merge-records.ts'
import { separatedGuests } from '#guests/merge/separated-guest.ts'
import {
  dropConsentChanges,
  insertAgain,
  lastConsentChange,
  lockForMerge,
  refusedSince,
  returnPointsOfRuns,
  setPoints,
  writeFields,
} from '#guests/merge/write-merged.ts'
import { type ConsentField, recordRefusal } from '#guests/refused-consent.ts'
import { recordAudit } from '#organisations/audit.ts'
import { guestTables } from './guest-tables.ts'
import { fieldsOf, type Merging } from './merge-guests.ts'
import { lockRecords } from './move-guest.ts'

export type MergeUndone =
  | { readonly kind: 'undone'; readonly guest: Guest; readonly merged: Guest }
  /** This guest was not merged, or it was undone before. */
  | { readonly kind: 'not_merged' }
  /** It is more than 30 days ago. */
  | { readonly kind: 'too_late' }
  /** The guest who stayed was merged into another since: that has to be undone first. */
  | { readonly kind: 'merged_again'; readonly intoId: string }

const nothing: MovedRows = { keys: [], kept: [] }

/**
 * Undoes a merge, as the engine: the merged guest is there again with what was moved, and what their runs did since. Everything
 * else that came since stays with the guest who stayed.
 */
export async function undoMerge(tx: Sql, merging: Merging, mergedId: string): Promise<MergeUndone> {
  const { organisationId, by, consequences } = merging
  const asked = await findMerge(tx, organisationId, mergedId)
  if (asked === undefined) return { kind: 'not_merged' }
  const current = (await lockForMerge(tx, organisationId, [asked.into_id])).get(asked.into_id)
  // Under the lock: no one else undoes it, or merges on, at this moment.
  const merge = await findMerge(tx, organisationId, mergedId)
  if (merge === undefined) return { kind: 'not_merged' }
  if (current === undefined) return { kind: 'merged_again', intoId: merge.into_id }
  await merging.allowed(tx, [current.id])
  if (!canBeUndone(merge)) return { kind: 'too_late' }
  const { undo } = merge
  const back = { organisationId, from: current.id, to: mergedId }
  await lockRecords(tx, organisationId, [back.from, back.to])
  const refused = await refusedSince(tx, organisationId, current.id, undo.consent_changes[1])
  const { stays, again } = separatedGuests(fieldsOf(current), undo, refused)
  const moved = await takeMoved(tx, organisationId, merge.id)
  const of = (table: string) => moved.get(table) ?? nothing

  // The guests first: they are checked for whose identifiers those are.
  await returnRows(tx, guestIdentifiers, back, of(guestIdentifiers.table))
  const lastChange = await lastConsentChange(tx, organisationId, current.id)
  await writeFields(tx, organisationId, current.id, stays)
  await dropConsentChanges(tx, organisationId, current.id, undo.consent_changes)
  await dropConsentChanges(tx, organisationId, current.id, [lastChange, Number.MAX_SAFE_INTEGER])
  const external_id = await freeExternalId(tx, organisationId, mergedId, again.external_id)
  const created = await insertAgain(
    tx,
    organisationId,
    mergedId,
    { ...again, external_id },
    undo.merged.created_at,
  )
  // They are the same consents as in the history that comes back.
  await dropConsentChanges(tx, organisationId, mergedId, [0, Number.MAX_SAFE_INTEGER])
  for (const rows of guestTables) {
    if (rows !== guestIdentifiers) await returnRows(tx, rows, back, of(rows.table))
  }
  for (const rows of guestTables) await returnFollowing(tx, rows, back)
  for (const field of refused) {
    if (field !== 'do_not_contact') await recordRefusal(tx, mergedId, field as ConsentField, by)
  }
  const since = await returnPointsOfRuns(tx, back)
  if (since !== 0) {
    await setPoints(tx, organisationId, [
      { guestId: mergedId, points: since },
      { guestId: current.id, points: 0 - since },
    ])
  }
  await markUndone(tx, organisationId, merge.id, by.actor)
  const guest = (await findGuest(tx, organisationId, current.id)) as Guest
  const merged = (await findGuest(tx, organisationId, mergedId)) as Guest
  await consequences(tx, current, guest)
  await consequences(tx, { ...current, id: mergedId }, merged)
  await recordAudit(tx, organisationId, { actor: by.actor, action: 'guest.merge_undone', subject: merge.id })
  faultPoint('unmerge:written')
  tx.onCommit?.(() => faultPoint('unmerge:committed'))
  return { kind: 'undone', guest, merged: { ...merged, created_at: created.created_at } }
}

function canBeUndone(
  merge: GuestMerge,
): merge is GuestMerge & { readonly undo: NonNullable<GuestMerge['undo']> } {
  return merge.undo !== null
}

/** Another guest may have got it since. */
async function freeExternalId(
  tx: Sql,
  organisationId: string,
  guestId: string,
  external_id: string | null,
): Promise<string | null> {
  if (external_id === null) return null
  const { rows } = await tx.query<{ guest_id: string }>(
    `SELECT guest_id FROM guest_identifiers
     WHERE organisation_id = $1 AND type = 'external_id' AND system = '' AND value = $2`,
    [organisationId, external_id],
  )
  return rows[0] === undefined || rows[0].guest_id === guestId ? external_id : null
}
