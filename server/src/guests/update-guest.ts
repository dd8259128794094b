import type { Guest, GuestChange } from '@millrace/contract/guest'
import { newId } from '#base/ids.ts'
import { setLocal } from '#db/set-local.ts'
import type { Sql } from '#db/sql.ts'
import { type GuestRow, guestColumns, toGuest } from './guest-row.ts'
import { unlessTaken } from './unless-taken.ts'

export type UpdatedGuest =
  | { readonly kind: 'updated'; readonly guest: Guest }
  | { readonly kind: 'not_found' }
  /** Another guest has this external_id. */
  | { readonly kind: 'external_id_taken' }

export interface ChangedBy {
  /** A member in the dashboard, the guest through the link in a message, or another system with an API key. */
  readonly how: 'member' | 'guest' | 'integration'
  readonly actor: string | null
  /** When, where and in which words each consent was given, as far as the other system said so. */
  readonly stated?: object
  /** Why a consent is changed, in the member's words. */
  readonly reason?: string
}

/** Fields that are named, and topics of marketing that are turned on or off. */
export type UpdatedFields = GuestChange & {
  readonly topics?: Readonly<Record<string, boolean>>
  /** The guest is asked to confirm a consent to e-mail: unless they are being asked, or again after a day. */
  readonly ask?: 'once' | 'again'
}

/** What the change means for the guest's runs and messages, in the same transaction; see `guestChanged`. */
export type Consequences = (tx: Sql, before: Guest, after: Guest) => Promise<void>

/**
 * Changes the named fields. The database records consent with when, how and by whom; the other fields that a member
 * changed are recorded with the guest, so that the record is deleted with the guest.
 */
export async function updateGuest(
  tx: Sql,
  organisationId: string,
  guestId: string,
  change: UpdatedFields,
  by: ChangedBy,
  consequences: Consequences,
): Promise<UpdatedGuest> {
  const before = await lockGuest(tx, organisationId, guestId)
  if (before === undefined) return { kind: 'not_found' }
  await setChangedBy(tx, by)
  const after = await unlessTaken(tx, () => one(tx, UPDATE, values(organisationId, guestId, change)))
  if (after === undefined) return { kind: 'external_id_taken' }
  await setChangedBy(tx, null)
  const fields = changedFields(before, after)
  if (fields.length === 0) return { kind: 'updated', guest: after }
  // The history of consent has these, each in its words.
  const edited = fields.filter(field => field !== 'topics_off' && field !== 'email_asked_at')
  if (by.actor !== null && edited.length > 0) {
    await tx.query(
      'INSERT INTO guest_edits (organisation_id, guest_id, id, actor, fields) VALUES ($1, $2, $3, $4, $5)',
      [organisationId, guestId, newId(), by.actor, edited],
    )
  }
  await consequences(tx, before, after)
  return { kind: 'updated', guest: after }
}

/** What the database records with a change of consent; null: nothing in particular. */
export async function setChangedBy(tx: Sql, by: ChangedBy | null): Promise<void> {
  await setLocal(tx, 'millrace.changed_by', by === null ? '' : JSON.stringify(by))
}

/** The same lock that a step takes on its guest, and before any of the guest's runs, as there. */
export const lockGuest = (tx: Sql, organisationId: string, guestId: string): Promise<Guest | undefined> =>
  one(tx, LOCK, [organisationId, guestId])

async function one(tx: Sql, statement: string, parameters: unknown[]): Promise<Guest | undefined> {
  const { rows } = await tx.query<GuestRow>(statement, parameters)
  return rows[0] && toGuest(rows[0])
}

const plain = ['external_id', 'name', 'email', 'phone'] as const
const flags = ['email_consent', 'sms_consent', 'do_not_contact'] as const

function values(organisationId: string, guestId: string, change: UpdatedFields): unknown[] {
  const topics = Object.entries(change.topics ?? {})
  const attributes = Object.entries(change.attributes ?? {})
  return [
    organisationId,
    guestId,
    ...plain.flatMap(field => [change[field] !== undefined, change[field] ?? null]),
    ...flags.map(field => change[field] ?? null),
    change.tags === undefined ? null : [...new Set(change.tags)],
    attributes.filter(([, value]) => value === null).map(([key]) => key),
    JSON.stringify(Object.fromEntries(attributes.filter(([, value]) => value !== null))),
    topics.map(([topic]) => topic),
    topics.filter(([, wanted]) => !wanted).map(([topic]) => topic),
    change.ask !== undefined,
    change.ask === 'again',
  ]
}

/** Which of them a change has changed; an attribute is called attributes.KEY. */
export function changedFields(before: Guest, after: Guest): string[] {
  const fields = [...plain, ...flags, 'email_asked_at', 'topics_off', 'tags'] as const
  const keys = new Set([...Object.keys(before.attributes), ...Object.keys(after.attributes)])
  const differ = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b)
  return [
    ...fields.filter(field => differ(before[field], after[field])),
    ...[...keys]
      .filter(key => differ(before.attributes[key], after.attributes[key]))
      .map(key => `attributes.${key}`),
  ]
}

const LOCK = `SELECT ${guestColumns} FROM guests WHERE organisation_id = $1 AND id = $2 FOR NO KEY UPDATE`

/** A consent or a refusal ends the waiting for one. */
const ASKS = `$11 IS NULL AND NOT email_consent
  AND ($19 AND email_asked_at IS NULL OR $20 AND email_asked_at < now() - interval '1 day')`

const UPDATE = `
  UPDATE guests
  SET external_id = CASE WHEN $3 THEN $4 ELSE external_id END, name = CASE WHEN $5 THEN $6 ELSE name END,
      email = CASE WHEN $7 THEN $8 ELSE email END, phone = CASE WHEN $9 THEN $10 ELSE phone END,
      email_consent = coalesce($11, email_consent), sms_consent = coalesce($12, sms_consent),
      do_not_contact = coalesce($13, do_not_contact), tags = coalesce($14, tags),
      attributes = (attributes - $15::text[]) || $16::jsonb,
      topics_off = ARRAY(
        SELECT topic FROM unnest(topics_off) AS topic WHERE topic <> ALL ($17::text[]) UNION SELECT unnest($18::text[]) ORDER BY 1
      ),
      email_asked_at = CASE WHEN ${ASKS} THEN now() WHEN $11 IS NULL THEN email_asked_at END,
      email_asked_for = CASE WHEN ${ASKS} THEN NULL ELSE email_asked_for END, updated_at = now()
  WHERE organisation_id = $1 AND id = $2
  RETURNING ${guestColumns}`
