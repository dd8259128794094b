import type { Consent, Guest } from '@millrace/contract/guest'
import { newId } from '#base/ids.ts'
import type { Sql } from '#db/sql.ts'
import { adjustMany } from './adjust-points.ts'
import { changeFromOutside } from './change-from-outside.ts'
import { type GuestRow, guestColumns, guestColumnsOf, toGuest } from './guest-row.ts'
import { addIdentifiers } from './identifiers/add-identifiers.ts'
import { findHolders } from './identifiers/find-holders.ts'
import { findOrCreate } from './identifiers/find-or-create.ts'
import { nameOf, type ReadIdentifier } from './identifiers/identifier.ts'
import type { Outside } from './record-guest.ts'
import { recordRefusal } from './refused-consent.ts'
import { changedFields } from './update-guest.ts'

/** What a file says about one guest. Tags are added to those that the guest has. */
export interface ManyRow {
  readonly identifiers: readonly ReadIdentifier[]
  readonly name: string | null
  readonly tags: readonly string[]
  readonly attributes: Readonly<Record<string, string | number | boolean>>
  readonly consent: Consent
  readonly doNotContact: boolean | null
  /** How many they shall have. */
  readonly points: number | null
}

export interface ManyRecorded {
  readonly created: boolean
  readonly before: Guest
  readonly after: Guest
  /** Empty: nothing changed. Identifiers are listed separately. */
  readonly fields: readonly string[]
  readonly added: readonly ReadIdentifier[]
  readonly refusalsKept: number
  /** How many points they have more than before. */
  readonly points: number
}

/** An identifier was given to another guest since the caller looked. Nothing may be committed: do it again. */
export class HoldersChanged extends Error {
  override name = 'HoldersChanged'
}

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
  const planned = rows.map((row, index): Planned => {
    const { guestId, created } = found[index] as { guestId: string; created: boolean }
    const before = guests.get(guestId)
    if (before === undefined) throw new HoldersChanged('a guest was deleted')
    const { added, all } = given[index] as Given
    return { row, created, before, added, change: changeOf(row, before, all, created) }
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

interface Planned {
  readonly row: ManyRow
  readonly created: boolean
  readonly before: Guest
  readonly added: readonly ReadIdentifier[]
  readonly change: BulkChange
}

/** null: stays as it is. */
interface BulkChange {
  readonly id: string
  readonly name: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly external_id: string | null
  readonly tags: readonly string[] | null
  readonly attributes: Readonly<Record<string, unknown>> | null
  readonly email_consent: boolean | null
  readonly sms_consent: boolean | null
  readonly do_not_contact: boolean | null
}

/** A guest who was there may have refused, and may have messages on the way. */
const isPlain = ({ created, row }: Planned): boolean =>
  created || (!row.consent.email && !row.consent.sms && row.doNotContact === null)

/** Those that `changeFromOutside` has not noted, and that were there before. */
const isBulkEdit =
  (planned: readonly Planned[]) =>
  ({ created, fields }: ManyRecorded, index: number): boolean =>
    !created && fields.length > 0 && isPlain(planned[index] as Planned)

function changeOf(row: ManyRow, before: Guest, all: readonly ReadIdentifier[], created: boolean): BulkChange {
  const tags = [...new Set([...before.tags, ...row.tags])]
  // As in PUT /v1/guests: an address that messages go to is never replaced, an empty field is filled.
  const contact = (type: ReadIdentifier['type']) =>
    before[type] === null ? (all.find(one => one.type === type && one.system === '')?.value ?? null) : null
  const attributes = Object.entries(row.attributes).filter(([key, value]) => before.attributes[key] !== value)
  return {
    id: before.id,
    name: row.name !== before.name ? row.name : null,
    email: contact('email'),
    phone: contact('phone'),
    external_id: contact('external_id'),
    tags: tags.length > before.tags.length ? tags : null,
    attributes: attributes.length > 0 ? Object.fromEntries(attributes) : null,
    email_consent: created && row.consent.email?.given ? true : null,
    sms_consent: created && row.consent.sms?.given ? true : null,
    do_not_contact: created && row.doNotContact ? true : null,
  }
}

const isEmpty = ({ id: _id, ...change }: BulkChange) => Object.values(change).every(value => value === null)

/** In the order of their ids, so that two that lock many never wait for each other. */
export async function lockGuests(
  tx: Sql,
  organisationId: string,
  ids: readonly string[],
): Promise<Map<string, Guest>> {
  const { rows } = await tx.query<GuestRow>(
    `SELECT ${guestColumns} FROM guests WHERE organisation_id = $1 AND id = ANY($2) ORDER BY id FOR NO KEY UPDATE`,
    [organisationId, ids],
  )
  return new Map(rows.map(row => [row.id, toGuest(row)]))
}

interface Given {
  /** Normalised. */
  readonly all: readonly ReadIdentifier[]
  /** Those that the guest did not have before. */
  readonly added: readonly ReadIdentifier[]
}

/** Gives each guest the identifiers of their row that no one has. */
async function giveIdentifiers(
  tx: Sql,
  organisationId: string,
  rows: readonly ManyRow[],
  found: readonly { readonly guestId: string; readonly created: boolean }[],
): Promise<Given[]> {
  const holders = await findHolders(
    tx,
    organisationId,
    rows.flatMap(({ identifiers }) => identifiers),
  )
  const claimed = new Map<string, { identifier: ReadIdentifier; guestId: string }>()
  let from = 0
  const given = rows.map(({ identifiers }, index): Given => {
    const { guestId, created } = found[index] as { guestId: string; created: boolean }
    const theirs = holders.slice(from, from + identifiers.length)
    from += identifiers.length
    if (theirs.some(one => one.guestId !== null && one.guestId !== guestId))
      throw new HoldersChanged('another guest has the identifier')
    const free = theirs.filter(one => one.guestId === null).map(({ identifier }) => identifier)
    for (const identifier of free) claimed.set(nameOf(identifier), { identifier, guestId })
    const all = theirs.map(({ identifier }) => identifier)
    return { all, added: created ? all : free }
  })
  if ((await addIdentifiers(tx, organisationId, [...claimed.values()])) < claimed.size)
    throw new HoldersChanged('an identifier was taken')
  return given
}

/** What was said of consents is read for each row: more of them in one statement would be read more often. */
const MOST_STATED = 50

async function updateMany(tx: Sql, outside: Outside, planned: readonly Planned[]): Promise<Guest[]> {
  const changed = planned.filter(({ change }) => !isEmpty(change))
  const isStated = ({ change: { email_consent, sms_consent, do_not_contact } }: Planned) =>
    email_consent !== null || sms_consent !== null || do_not_contact !== null
  const guests = await updatePortion(
    tx,
    outside,
    changed.filter(one => !isStated(one)),
  )
  const stated = changed.filter(isStated)
  for (let from = 0; from < stated.length; from += MOST_STATED)
    guests.push(...(await updatePortion(tx, outside, stated.slice(from, from + MOST_STATED))))
  for (const { row, created, before } of planned) {
    if (!created) continue
    const by = { how: 'integration', actor: outside.actor, stated: statedBy(row.consent) }
    if (row.consent.email?.given === false) await recordRefusal(tx, before.id, 'email_consent', by)
    if (row.consent.sms?.given === false) await recordRefusal(tx, before.id, 'sms_consent', by)
  }
  const were = new Map(planned.map(one => [one.before.id, one]))
  for (const guest of guests) {
    const { created, before } = were.get(guest.id) as Planned
    // A guest who has just been created has no runs and no messages.
    if (!created) await outside.consequences(tx, before, guest)
  }
  return guests
}

const statedBy = ({ email, sms }: Consent) => ({
  ...(email ? { email_consent: email } : {}),
  ...(sms ? { sms_consent: sms } : {}),
})

async function updatePortion(
  tx: Sql,
  { organisationId, actor }: Outside,
  planned: readonly Planned[],
): Promise<Guest[]> {
  if (planned.length === 0) return []
  const stated_of = Object.fromEntries(
    planned
      .filter(({ created }) => created)
      .map(({ before, row }) => [before.id, statedBy(row.consent)] as const)
      .filter(([, stated]) => Object.keys(stated).length > 0),
  )
  await tx.query(CHANGED_BY, [JSON.stringify({ how: 'integration', actor, stated_of })])
  const { rows } = await tx.query<GuestRow>(UPDATE, [
    organisationId,
    JSON.stringify(planned.map(({ change }) => change)),
  ])
  await tx.query(CHANGED_BY, [''])
  return rows.map(toGuest)
}

async function changeOne(
  tx: Sql,
  { organisationId, actor, consequences }: Outside,
  { row, before, change }: Planned,
): Promise<{ guest: Guest; refusalsKept: number }> {
  const { id: _id, email_consent: _e, sms_consent: _s, do_not_contact: _d, ...rest } = change
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

const CHANGED_BY = `SELECT set_config('millrace.changed_by', $1, true)`

const UPDATE = `
  UPDATE guests
  SET name = coalesce(c.name, guests.name), email = coalesce(c.email, guests.email),
      phone = coalesce(c.phone, guests.phone), external_id = coalesce(c.external_id, guests.external_id),
      tags = coalesce(c.tags, guests.tags), attributes = guests.attributes || coalesce(c.attributes, '{}'),
      email_consent = coalesce(c.email_consent, guests.email_consent),
      sms_consent = coalesce(c.sms_consent, guests.sms_consent),
      do_not_contact = coalesce(c.do_not_contact, guests.do_not_contact), updated_at = now()
  FROM jsonb_to_recordset($2::jsonb) AS c (
    id uuid, name text, email text, phone text, external_id text, tags text[], attributes jsonb,
    email_consent boolean, sms_consent boolean, do_not_contact boolean)
  WHERE guests.organisation_id = $1 AND guests.id = c.id
  RETURNING ${guestColumnsOf('guests')}`
