import type { ManagedVenue, NewVenue, VenueChange } from '@millrace/contract/venue'
import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'
import { managedColumns, toManagedVenue, type VenueRow } from './managed-venue.ts'
import { venueFaults } from './venue-faults.ts'

export type SavedVenue =
  | { readonly kind: 'saved'; readonly venue: ManagedVenue }
  | { readonly kind: 'faults'; readonly faults: Record<string, string[]> }
  /** Another venue has this serial. */
  | { readonly kind: 'exists' }
  | { readonly kind: 'not_found' }

export async function addVenue(
  tx: Sql,
  organisationId: string,
  actor: string,
  { serial, ...venue }: NewVenue,
): Promise<SavedVenue> {
  const faults = venueFaults(venue)
  if (Object.keys(faults).length > 0) return { kind: 'faults', faults }
  const { rows } = await tx.query<VenueRow>(
    `INSERT INTO venues AS v (organisation_id, serial, name, time_zone, locale, opening_hours, variables, paused,
                                country, brand, sms_from)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     ON CONFLICT (organisation_id, serial) DO NOTHING
     RETURNING ${managedColumns}`,
    [
      organisationId,
      serial,
      venue.name,
      venue.time_zone,
      venue.locale ?? null,
      json(venue.opening_hours ?? null),
      JSON.stringify(venue.variables ?? {}),
      venue.paused ?? false,
      venue.country ?? null,
      json(venue.brand ?? null),
      venue.sms_from ?? null,
    ],
  )
  if (rows[0] === undefined) return { kind: 'exists' }
  await recordAudit(tx, organisationId, { actor, action: 'venue.added', subject: serial })
  return { kind: 'saved', venue: toManagedVenue(rows[0]) }
}

/** The given fields change, each as a whole; the others stay. */
export async function changeVenue(
  tx: Sql,
  organisationId: string,
  actor: string,
  serial: string,
  change: VenueChange,
): Promise<SavedVenue> {
  const faults = venueFaults(change)
  if (Object.keys(faults).length > 0) return { kind: 'faults', faults }
  const { rows } = await tx.query<VenueRow>(
    `UPDATE venues v
     SET name = coalesce($3, name), time_zone = coalesce($4, time_zone),
         locale = CASE WHEN $5 THEN $6 ELSE locale END,
         opening_hours = CASE WHEN $7 THEN $8::jsonb ELSE opening_hours END,
         variables = coalesce($9::jsonb, variables), paused = coalesce($10, paused),
         country = CASE WHEN $11 THEN $12 ELSE country END,
         brand = CASE WHEN $13 THEN $14::jsonb ELSE brand END,
         sms_from = CASE WHEN $15 THEN $16 ELSE sms_from END
     WHERE organisation_id = $1 AND serial = $2
     RETURNING ${managedColumns}`,
    [
      organisationId,
      serial,
      change.name ?? null,
      change.time_zone ?? null,
      change.locale !== undefined,
      change.locale ?? null,
      change.opening_hours !== undefined,
      json(change.opening_hours ?? null),
      json(change.variables ?? null),
      change.paused ?? null,
      change.country !== undefined,
      change.country ?? null,
      change.brand !== undefined,
      json(change.brand ?? null),
      change.sms_from !== undefined,
      change.sms_from ?? null,
    ],
  )
  if (rows[0] === undefined) return { kind: 'not_found' }
  await recordAudit(tx, organisationId, {
    actor,
    action: 'venue.changed',
    subject: serial,
    detail: {
      changed: Object.keys(change),
      ...(change.paused === undefined ? {} : { paused: change.paused }),
    },
  })
  return { kind: 'saved', venue: toManagedVenue(rows[0]) }
}

const json = (value: unknown) => (value === null ? null : JSON.stringify(value))
