import type { Guest, HeldByAnother } from '@millrace/contract/guest'
import type { Identifier } from '@millrace/contract/identifier'
import type { Sql } from '#db/sql.ts'
import { changeFromOutside, type OutsideChange } from './change-from-outside.ts'
import { addIdentifiers, removeIdentifiers } from './identifiers/add-identifiers.ts'
import { findHolders } from './identifiers/find-holders.ts'
import { findOrCreate } from './identifiers/find-or-create.ts'
import { nameOf, type ReadIdentifier, toIdentifier } from './identifiers/identifier.ts'
import { identifiersOf } from './identifiers/identifiers-of.ts'
import type { ConsentField } from './refused-consent.ts'
import { type Consequences, lockGuest } from './update-guest.ts'

/** Who is changing guests, and what a change means for their runs. */
export interface Outside {
  readonly organisationId: string
  readonly actor: string
  readonly consequences: Consequences
}

/** A guest after another system changed them. */
export interface Changed {
  readonly guest: Guest
  readonly identifiers: Identifier[]
  readonly refusalsKept: ConsentField[]
  readonly topicsKeptOff: string[]
  /** Identifiers that belong to another guest. */
  readonly notAdded: HeldByAnother[]
}

export interface Recorded extends Changed {
  /** null: the guest is new. */
  readonly foundBy: Identifier | null
}

/** Finds the guest by identifiers, in their order, or creates them; then changes what was sent. */
export async function recordGuest(
  tx: Sql,
  outside: Outside,
  identifiers: readonly ReadIdentifier[],
  change: OutsideChange,
): Promise<Recorded> {
  const { organisationId } = outside
  const [found] = await findOrCreate(tx, organisationId, [{ identifiers, create: true }])
  if (found === undefined || found.kind === 'missing')
    throw new Error('a guest who may be created is not missing')
  const contact = await addTo(tx, organisationId, found.guestId, identifiers)
  const fields = { ...change.fields, ...contact }
  const changed = await apply(tx, outside, found.guestId, { ...change, fields }, identifiers)
  // Erased since they were found: then their identifiers belong to nobody.
  if (changed === 'not_found') return recordGuest(tx, outside, identifiers, change)
  if (changed === 'external_id_taken')
    throw new Error('an external_id belongs to the guest who has the identifier')
  return { ...changed, foundBy: found.kind === 'found' ? toIdentifier(found.by) : null }
}

export interface Patch {
  readonly change: OutsideChange
  readonly added: readonly ReadIdentifier[]
  readonly removed: readonly ReadIdentifier[]
}

/** Changes what is named about one guest. */
export async function patchGuest(
  tx: Sql,
  outside: Outside,
  guestId: string,
  { change, added, removed }: Patch,
): Promise<Changed | 'not_found' | 'external_id_taken'> {
  const { organisationId } = outside
  const guest = await lockGuest(tx, organisationId, guestId)
  if (guest === undefined) return 'not_found'
  const emptied = await contactsAmong(tx, organisationId, guest, removed)
  await removeIdentifiers(tx, organisationId, guestId, removed)
  await addTo(tx, organisationId, guestId, added)
  const fields = { ...emptied, ...change.fields }
  const { email, phone } = fields
  const named: ReadIdentifier[] = [
    ...added,
    ...(email ? [{ type: 'email', system: '', value: email } as const] : []),
    ...(phone ? [{ type: 'phone', system: '', value: phone } as const] : []),
  ]
  return apply(tx, outside, guestId, { ...change, fields }, named)
}

/** A field whose identifier is removed becomes empty: the guest does not have it any longer. */
async function contactsAmong(
  tx: Sql,
  organisationId: string,
  guest: Guest,
  removed: readonly ReadIdentifier[],
): Promise<Contact> {
  const contacts = contactTypes.flatMap(type => {
    const value = guest[type]
    return value === null ? [] : [{ type, system: '', value }]
  })
  // Asked together, so that both are normalised.
  const holders = await findHolders(tx, organisationId, [...contacts, ...removed])
  const gone = new Set(holders.slice(contacts.length).map(({ identifier }) => nameOf(identifier)))
  return Object.fromEntries(
    holders
      .slice(0, contacts.length)
      .filter(({ identifier }) => gone.has(nameOf(identifier)))
      .map(({ identifier }) => [identifier.type, null]),
  )
}

const contactTypes = ['email', 'phone', 'external_id'] as const

async function apply(
  tx: Sql,
  { organisationId, actor, consequences }: Outside,
  guestId: string,
  change: OutsideChange,
  named: readonly ReadIdentifier[],
): Promise<Changed | 'not_found' | 'external_id_taken'> {
  const changed = await changeFromOutside(tx, organisationId, guestId, change, actor, consequences)
  if (changed.kind !== 'updated') return changed.kind
  const holders = await findHolders(tx, organisationId, named)
  return {
    guest: changed.guest,
    identifiers: await identifiersOf(tx, organisationId, guestId),
    refusalsKept: changed.refusalsKept,
    topicsKeptOff: changed.topicsKeptOff,
    notAdded: holders.flatMap(({ identifier, guestId: holder }) =>
      holder === null || holder === guestId
        ? []
        : [{ identifier: toIdentifier(identifier), organisation_registration_id: holder }],
    ),
  }
}

type Contact = Partial<Pick<Guest, 'email' | 'phone' | 'external_id'>>

/**
 * Gives the guest the identifiers that nobody has. Returns those that fill an empty field of theirs: the address that
 * messages go to is never replaced here, because the older one may be the better one.
 */
async function addTo(
  tx: Sql,
  organisationId: string,
  guestId: string,
  identifiers: readonly ReadIdentifier[],
): Promise<Contact> {
  const guest = await lockGuest(tx, organisationId, guestId)
  if (guest === undefined) return {}
  const free = (await findHolders(tx, organisationId, identifiers)).filter(one => one.guestId === null)
  const distinct = new Map(free.map(({ identifier }) => [nameOf(identifier), identifier]))
  await addIdentifiers(
    tx,
    organisationId,
    [...distinct.values()].map(identifier => ({ identifier, guestId })),
  )
  const contact: Contact = {}
  for (const { identifier, guestId: holder } of await findHolders(tx, organisationId, identifiers)) {
    const { type, system, value } = identifier
    if (holder === guestId && system === '' && guest[type] === null) contact[type] ??= value
  }
  return contact
}
