import type { Guest } from '@millrace/contract/guest'
import { faultPoint } from '#base/fault-point.ts'
import { newId } from '#base/ids.ts'
import type { Sql } from '#db/sql.ts'
import { deleteGuest } from '#guests/erase-records.ts'
import { currentGuest } from '#guests/merge/current-guest.ts'
import {
  findMerge,
  type GuestMerge,
  insertMerge,
  type MergeUndo,
  noteMoved,
} from '#guests/merge/merge-records.ts'
import { type MergedFields, mergedGuest } from '#guests/merge/merged-guest.ts'
import { endAsking, lastConsentChange, lockForMerge, writeFields } from '#guests/merge/write-merged.ts'
import { recordRefusal, refusedConsent } from '#guests/refused-consent.ts'
import { type ChangedBy, type Consequences, setChangedBy } from '#guests/update-guest.ts'
import { recordAudit } from '#organisations/audit.ts'
import { lockRecords, moveGuest } from './move-guest.ts'

/** Who merges guests, and what the change means for their runs. */
export interface Merging {
  readonly organisationId: string
  readonly by: ChangedBy & { readonly actor: string }
  readonly consequences: Consequences
  /** Throws where the two may not be merged by who asks. Both are locked. */
  allowed(tx: Sql, guestIds: readonly string[]): Promise<void>
}

export type Merged =
  | { readonly kind: 'merged'; readonly guest: Guest; readonly merge: GuestMerge }
  /** It was merged into this guest before: nothing is done again. */
  | { readonly kind: 'repeated'; readonly guest: Guest; readonly merge: GuestMerge }
  | { readonly kind: 'not_found'; readonly which: 'guest' | 'merged' }
  | { readonly kind: 'same_guest' }

/**
 * Merges one guest into another, as the engine. Everything of the two becomes that of the one who stays, and the other's id
 * leads to them from now on.
 *
 * Locks are taken as by a worker: the guests, then what events and runs listen by, then runs. A worker that waits for the guest
 * who goes finds them gone, and follows the merge (`runs/change/follow-merges.ts`), and so does an event (`events/accept-batch.ts`).
 */
export async function mergeGuests(
  tx: Sql,
  merging: Merging,
  { guestId, mergedId }: { readonly guestId: string; readonly mergedId: string },
): Promise<Merged> {
  const { organisationId, by, consequences } = merging
  const into = await currentGuest(tx, organisationId, guestId)
  const from = await currentGuest(tx, organisationId, mergedId)
  const guests = await lockForMerge(tx, organisationId, [into, from])
  const stays = guests.get(into)
  const goes = guests.get(from)
  // Merged or deleted while we waited: look again.
  if (stays === undefined && (await currentGuest(tx, organisationId, into)) !== into)
    return mergeGuests(tx, merging, { guestId, mergedId })
  if (goes === undefined && (await currentGuest(tx, organisationId, from)) !== from)
    return mergeGuests(tx, merging, { guestId, mergedId })
  if (stays === undefined) return { kind: 'not_found', which: 'guest' }
  if (goes === undefined) return { kind: 'not_found', which: 'merged' }
  await merging.allowed(tx, [into, from])
  if (into === from) {
    const merge = mergedId === from ? undefined : await findMerge(tx, organisationId, mergedId)
    return merge === undefined || guestId === mergedId || merge.into_id !== guestId
      ? { kind: 'same_guest' }
      : { kind: 'repeated', guest: stays, merge }
  }
  const refused = {
    stays: await refusedConsent(tx, organisationId, stays),
    goes: await refusedConsent(tx, organisationId, goes),
  }
  const after = mergedGuest({ guest: stays, refused: refused.stays }, { guest: goes, refused: refused.goes })
  await lockRecords(tx, organisationId, [into, from])
  const moved = await moveGuest(tx, { organisationId, from, to: into })
  faultPoint('merge:moved')
  await deleteGuest(tx, organisationId, from)
  const lastChange = await lastConsentChange(tx, organisationId, into)
  await setChangedBy(tx, by)
  const guest = await writeFields(tx, organisationId, into, after)
  await setChangedBy(tx, null)
  for (const field of ['email_consent', 'sms_consent'] as const) {
    // The histories of both are one now. Whose refusal is older than the other's consent would be forgotten.
    const isRefused = refused.stays.has(field) || refused.goes.has(field)
    if (isRefused) await recordRefusal(tx, into, field, by)
    if (isRefused && field === 'email_consent') await endAsking(tx, organisationId, into)
  }
  const undo: MergeUndo = {
    merged: goes,
    before: fieldsOf(stays),
    after: fieldsOf(guest),
    consent_changes: [lastChange, await lastConsentChange(tx, organisationId, into)],
  }
  const merge = await insertMerge(tx, organisationId, {
    id: newId(),
    merged_id: from,
    into_id: into,
    actor: by.actor,
    undo,
  })
  await noteMoved(tx, organisationId, merge.id, moved)
  await consequences(tx, asTwo(stays, goes), guest)
  await recordAudit(tx, organisationId, { actor: by.actor, action: 'guest.merged', subject: merge.id })
  faultPoint('merge:written')
  tx.onCommit?.(() => faultPoint('merge:committed'))
  return { kind: 'merged', guest, merge }
}

export const fieldsOf = (guest: Guest): MergedFields => ({
  name: guest.name,
  email: guest.email,
  phone: guest.phone,
  external_id: guest.external_id,
  email_consent: guest.email_consent,
  sms_consent: guest.sms_consent,
  do_not_contact: guest.do_not_contact,
  topics_off: guest.topics_off,
  tags: guest.tags,
  points: guest.points,
  attributes: guest.attributes,
})

/** What could be sent to either of the two: what cannot be sent to the one they are now is cancelled. */
const asTwo = (stays: Guest, goes: Guest): Guest => ({
  ...stays,
  email_consent: stays.email_consent || goes.email_consent,
  sms_consent: stays.sms_consent || goes.sms_consent,
  do_not_contact: stays.do_not_contact && goes.do_not_contact,
  topics_off: stays.topics_off.filter(topic => goes.topics_off.includes(topic)),
})
