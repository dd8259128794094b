import type { Guest } from '@millrace/contract/guest'
import type { Identifier } from '@millrace/contract/identifier'
import type { Sql } from '#db/sql.ts'
import { toIdentifier } from '#guests/identifiers/identifier.ts'
import type { ManyRecorded } from '#guests/many/row.ts'
import type { FilePlace } from './window.ts'

/** What an import did to a guest. */
export interface ImportChange {
  readonly guest_id: string
  readonly created: boolean
  readonly before: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
  readonly identifiers: readonly Identifier[]
  /** How many the import gave, or took. */
  readonly points: number
}

/** Of a guest who was imported before by the same import, the state before the first time stays. */
export async function writeChanges(
  tx: Sql,
  { organisationId, importId }: FilePlace,
  recorded: readonly ManyRecorded[],
): Promise<void> {
  const changes = recorded.map(changeOf).filter(isChange)
  if (changes.length === 0) return
  await tx.query(
    `INSERT INTO guest_import_changes (organisation_id, import_id, guest_id, created, before, after, identifiers, points)
     SELECT $1, $2, c.guest_id, c.created, c.before, c.after, c.identifiers, c.points
     FROM jsonb_to_recordset($3::jsonb)
       AS c (guest_id uuid, created boolean, before jsonb, after jsonb, identifiers jsonb, points bigint)
     ON CONFLICT (organisation_id, import_id, guest_id) DO UPDATE
     SET before = excluded.before || guest_import_changes.before, after = guest_import_changes.after || excluded.after,
         identifiers = guest_import_changes.identifiers || excluded.identifiers,
         points = guest_import_changes.points + excluded.points`,
    [organisationId, importId, JSON.stringify(changes)],
  )
}

const isChange = ({ created, after, identifiers, points }: ImportChange) =>
  created || Object.keys(after).length > 0 || identifiers.length > 0 || points !== 0

function changeOf({ created, before, after, fields, added, points }: ManyRecorded): ImportChange {
  const pick = (guest: Guest) => Object.fromEntries(fields.map(field => [field, fieldOf(guest, field)]))
  return {
    guest_id: before.id,
    created,
    // A guest who was created is deleted as a whole.
    before: created ? {} : pick(before),
    after: created ? {} : pick(after),
    identifiers: created ? [] : added.map(toIdentifier),
    points: created ? 0 : points,
  }
}

const ATTRIBUTE = 'attributes.'

/** null: the guest does not have it. */
export function fieldOf(guest: Guest, field: string): unknown {
  if (!field.startsWith(ATTRIBUTE)) return guest[field as keyof Guest]
  return guest.attributes[field.slice(ATTRIBUTE.length)] ?? null
}

export const attributeOf = (field: string): string | undefined =>
  field.startsWith(ATTRIBUTE) ? field.slice(ATTRIBUTE.length) : undefined

export async function readChanges(
  tx: Sql,
  { organisationId, importId }: FilePlace,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<ImportChange[]> {
  const { rows } = await tx.query<ImportChange>(
    `SELECT guest_id, created, before, after, identifiers, points FROM guest_import_changes
     WHERE organisation_id = $1 AND import_id = $2 AND NOT deleted
       AND guest_id > coalesce($3, '00000000-0000-0000-0000-000000000000'::uuid)
     ORDER BY guest_id LIMIT $4`,
    [organisationId, importId, after, limit],
  )
  return rows
}

/** These are undone. */
export async function dropChanges(
  tx: Sql,
  { organisationId, importId }: FilePlace,
  guestIds: readonly string[],
): Promise<void> {
  await tx.query(
    'DELETE FROM guest_import_changes WHERE organisation_id = $1 AND import_id = $2 AND guest_id = ANY($3)',
    [organisationId, importId, guestIds],
  )
}

/** These guests are deleted; whether something was being stored about them is looked for later. */
export async function markDeleted(
  tx: Sql,
  { organisationId, importId }: FilePlace,
  guestIds: readonly string[],
): Promise<void> {
  await tx.query(
    `UPDATE guest_import_changes SET deleted = true
     WHERE organisation_id = $1 AND import_id = $2 AND guest_id = ANY($3)`,
    [organisationId, importId, guestIds],
  )
}

export async function readDeleted(
  tx: Sql,
  { organisationId, importId }: FilePlace,
  limit: number,
): Promise<string[]> {
  const { rows } = await tx.query<{ guest_id: string }>(
    `SELECT guest_id FROM guest_import_changes
     WHERE organisation_id = $1 AND import_id = $2 AND deleted LIMIT $3`,
    [organisationId, importId, limit],
  )
  return rows.map(({ guest_id }) => guest_id)
}
