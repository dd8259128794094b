import type { Guest } from '@millrace/contract/guest'
import { newId } from '#base/ids.ts'
import type { Sql } from '#db/sql.ts'
import { adjustMany } from '../adjust-points.ts'
import { changeFromOutside } from '../change-from-outside.ts'
import { confirmsConsent } from '../confirms-consent.ts'
import { findOrCreate } from '../identifiers/find-or-create.ts'
import { lockGuests } from '../lock-guests.ts'
import type { Outside } from '../record-guest.ts'
import { changedFields } from '../update-guest.ts'
import { type Given, giveIdentifiers } from './give-identifiers.ts'
import { changeOf, isPlain, type Planned } from './plan.ts'
import { HoldersChanged, type ManyRecorded, type ManyRow } from './row.ts'
import { updateMany } from './update-many.ts'

/**
 * Finds or creates many guests and changes what is sent, as `recordGuest` does for one, with few statements. The caller
 * has made sure that no two rows have an identifier in common, and that each row's are of one guest. Consent of a guest
 * who was there is left to `changeFromOutside`, the one place that knows refusals.
 */
export async function recordMany(
  tx: Sql,
  outside: Outside,
  rows: readonly ManyRow[],
): Promise<ManyRecorded[]> {
  const { organisationId } = outside
  const sought = rows.map(({ identifiers, name }) => ({ identifiers, name, create: true }))
  const found = (await findOrCreate(tx, organisationId, sought)).map(one => {
    if (one.kind === 'missing') throw new Error('a guest who may be created is not missing')
    return { guestId: one.guestId, created: one.kind === 'created' }
  })
  const guests = await lockGuests(
    tx,
    organisationId,
    found.map(({ guestId }) => guestId),
  )
  const given = await giveIdentifiers(tx, organisationId, rows, found)
  const confirms =
    rows.some(({ consent }) => consent.email?.given) && (await confirmsConsent(tx, organisationId))
  const planned = rows.map((row, index): Planned => {
    const { guestId, created } = found[index] as { guestId: string; created: boolean }
    const before = guests.get(guestId)
    if (before === undefined) throw new HoldersChanged('a guest was deleted')
    const { added, all } = given[index] as Given
    return { row, created, before, added, change: changeOf(row, before, all, created, confirms) }
  })
  const after = new Map<string, Guest>()
  const kept = new Map<string, number>()
  for (const guest of await updateMany(tx, outside, planned.filter(isPlain))) after.set(guest.id, guest)
  for (const one of planned) {
    if (isPlain(one)) continue
    const result = await changeOne(tx, outside, one)
    after.set(result.guest.id, result.guest)
    kept.set(result.guest.id, result.refusalsKept)
  }
  for (const guest of await setPoints(tx, outside, planned, after)) after.set(guest.id, guest)
  const recorded = planned.map(({ created, before, added }): ManyRecorded => {
    const changed = after.get(before.id) ?? before
    return {
      created,
      before,
      after: changed,
      fields: changedFields(before, changed),
      added,
      refusalsKept: kept.get(before.id) ?? 0,
      points: changed.points - before.points,
    }
  })
  await noteEdits(tx, outside, recorded.filter(isBulkEdit(planned)))
  return recorded
}

/** Those that `changeFromOutside` has not noted, and that were there before. */
const isBulkEdit =
  (planned: readonly Planned[]) =>
  ({ created, fields }: ManyRecorded, index: number): boolean =>
    !created && fields.length > 0 && isPlain(planned[index] as Planned)

async function changeOne(
  tx: Sql,
  { organisationId, actor, consequences }: Outside,
  { row, before, change }: Planned,
): Promise<{ guest: Guest; refusalsKept: number }> {
  const { id: _id, email_consent: _e, email_asked: _a, sms_consent: _s, do_not_contact: _d, ...rest } = change
  const fields = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null))
  const changed = await changeFromOutside(
    tx,
    organisationId,
    before.id,
    { fields, consent: row.consent, do_not_contact: row.doNotContact },
    actor,
    consequences,
  )
  if (changed.kind !== 'updated') throw new HoldersChanged('a guest changed')
  return { guest: changed.guest, refusalsKept: changed.refusalsKept.length }
}

/** Gives or takes the difference, as an entry of the ledger. */
async function setPoints(
  tx: Sql,
  outside: Outside,
  planned: readonly Planned[],
  after: ReadonlyMap<string, Guest>,
): Promise<Guest[]> {
  const differences = planned.flatMap(({ row, before }) =>
    row.points === null || row.points === before.points
      ? []
      : [{ guestId: before.id, points: row.points - before.points }],
  )
  const guests = await adjustMany(tx, outside.organisationId, differences, outside.actor)
  const were = new Map(planned.map(one => [one.before.id, one]))
  for (const guest of guests) {
    const { created, before } = were.get(guest.id) as Planned
    if (!created) await outside.consequences(tx, after.get(guest.id) ?? before, guest)
  }
  return guests
}

async function noteEdits(
  tx: Sql,
  { organisationId, actor }: Outside,
  recorded: readonly ManyRecorded[],
): Promise<void> {
  if (recorded.length === 0) return
  const edits = recorded.map(({ before, fields }) => ({ guest_id: before.id, id: newId(), fields }))
  await tx.query(
    `INSERT INTO guest_edits (organisation_id, guest_id, id, actor, fields)
     SELECT $1, e.guest_id, e.id, $2, e.fields
     FROM jsonb_to_recordset($3::jsonb) AS e (guest_id uuid, id uuid, fields text[])`,
    [organisationId, actor, JSON.stringify(edits)],
  )
}
