import type { Guest } from '@millrace/contract/guest'
import type { Sql } from '#db/sql.ts'
import { type GuestRow, guestColumns, toGuest } from '../guest-row.ts'
import type { MergedFields } from './merged-guest.ts'

/** Locks guests against everything that reads or changes them, in the order of their ids. */
export async function lockForMerge(
  tx: Sql,
  organisationId: string,
  ids: readonly string[],
): Promise<Map<string, Guest>> {
  const { rows } = await tx.query<GuestRow>(
    `SELECT ${guestColumns} FROM guests WHERE organisation_id = $1 AND id = ANY($2) ORDER BY id FOR UPDATE`,
    [organisationId, ids],
  )
  return new Map(rows.map(row => [row.id, toGuest(row)]))
}

const FIELDS = `external_id = $3, name = $4, email = $5, phone = $6, email_consent = $7, sms_consent = $8,
  do_not_contact = $9, tags = $10, points = $11, attributes = $12, topics_off = $13`

const values = (organisationId: string, guestId: string, fields: MergedFields): unknown[] => [
  organisationId,
  guestId,
  fields.external_id,
  fields.name,
  fields.email,
  fields.phone,
  fields.email_consent,
  fields.sms_consent,
  fields.do_not_contact,
  fields.tags,
  fields.points,
  JSON.stringify(fields.attributes),
  fields.topics_off,
]

export async function writeFields(
  tx: Sql,
  organisationId: string,
  guestId: string,
  fields: MergedFields,
): Promise<Guest> {
  const { rows } = await tx.query<GuestRow>(
    `UPDATE guests SET ${FIELDS}, updated_at = now() WHERE organisation_id = $1 AND id = $2 RETURNING ${guestColumns}`,
    values(organisationId, guestId, fields),
  )
  return toGuest(rows[0] as GuestRow)
}

/** A consent that one of the two has refused does not wait to be confirmed. */
export async function endAsking(tx: Sql, organisationId: string, guestId: string): Promise<void> {
  await tx.query('UPDATE guests SET email_asked_at = NULL WHERE organisation_id = $1 AND id = $2', [
    organisationId,
    guestId,
  ])
}

/** A guest who was merged is there again, without any record yet. */
export async function insertAgain(
  tx: Sql,
  organisationId: string,
  guestId: string,
  fields: MergedFields,
  createdAt: string,
): Promise<Guest> {
  const { rows } = await tx.query<GuestRow>(
    `INSERT INTO guests (organisation_id, id, external_id, name, email, phone, email_consent, sms_consent, do_not_contact,
                         tags, points, attributes, topics_off, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) RETURNING ${guestColumns}`,
    [...values(organisationId, guestId, fields), createdAt],
  )
  return toGuest(rows[0] as GuestRow)
}

/** The number of the guest's latest change of consent; 0 without any. */
export async function lastConsentChange(tx: Sql, organisationId: string, guestId: string): Promise<number> {
  const { rows } = await tx.query<{ last: number }>(
    'SELECT coalesce(max(id), 0) AS last FROM consent_changes WHERE organisation_id = $1 AND guest_id = $2',
    [organisationId, guestId],
  )
  return (rows[0] as { last: number }).last
}

/** Changes of consent that a merge recorded and its undo takes back: after `from`, up to `to`. */
export async function dropConsentChanges(
  tx: Sql,
  organisationId: string,
  guestId: string,
  [from, to]: readonly [number, number],
): Promise<void> {
  await tx.query(
    'DELETE FROM consent_changes WHERE organisation_id = $1 AND guest_id = $2 AND id > $3 AND id <= $4',
    [organisationId, guestId, from, to],
  )
}

/** The consents that the guest refused after the change with this number. */
export async function refusedSince(
  tx: Sql,
  organisationId: string,
  guestId: string,
  last: number,
): Promise<ReadonlySet<string>> {
  const { rows } = await tx.query<{ field: string }>(
    `SELECT DISTINCT field FROM consent_changes
     WHERE organisation_id = $1 AND guest_id = $2 AND id > $3 AND value = (field = 'do_not_contact')`,
    [organisationId, guestId, last],
  )
  return new Set(rows.map(({ field }) => field))
}

/** Points of runs that go back to their guest follow them. Returns how many they are. */
export async function returnPointsOfRuns(
  tx: Sql,
  { organisationId, from, to }: { organisationId: string; from: string; to: string },
): Promise<number> {
  const { rows } = await tx.query<{ points: number }>(
    `UPDATE points_entries SET guest_id = $3 WHERE organisation_id = $1 AND guest_id = $2
       AND run_id IN (SELECT id FROM runs WHERE organisation_id = $1 AND guest_id = $3)
     RETURNING points`,
    [organisationId, from, to],
  )
  return rows.reduce((sum, { points }) => sum + points, 0)
}

export async function setPoints(
  tx: Sql,
  organisationId: string,
  points: readonly { readonly guestId: string; readonly points: number }[],
): Promise<void> {
  await tx.query(
    `UPDATE guests SET points = guests.points + p.points FROM unnest($2::uuid[], $3::bigint[]) AS p (id, points)
     WHERE guests.organisation_id = $1 AND guests.id = p.id`,
    [organisationId, points.map(({ guestId }) => guestId), points.map(one => one.points)],
  )
}
