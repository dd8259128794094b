import type { Sql } from '#db/sql.ts'
import { isRecord } from '#workflows/record.ts'
import type { ActingMember } from './session.ts'

/**
 * What a member who is held to some venues may change. Seeing is wider: an event of two venues is seen by the people of
 * both. A change holds for all venues it names, so all of them have to be the member's own, and what names none is for
 * every venue.
 */
export type Reach = Pick<ActingMember, 'organisationId' | 'serials'>

/** `venues`: what a trigger names; anything but a list stands for every venue. */
export function reachesVenues(own: readonly string[] | null, venues: unknown): boolean {
  if (own === null) return true
  return Array.isArray(venues) && venues.length > 0 && venues.every(venue => own.includes(venue))
}

interface Row {
  readonly has_draft: boolean
  readonly draft_venues: unknown
  readonly is_published: boolean
  readonly live_venues: unknown
}

/** Both its draft and what is live. A workflow that has neither is nobody's yet. */
export async function reachesWorkflow(
  tx: Sql,
  { organisationId, serials }: Reach,
  workflowId: string,
): Promise<boolean> {
  if (serials === null) return true
  const { rows } = await tx.query<Row>(
    `SELECT w.draft IS NOT NULL AS has_draft, w.draft #> '{trigger,venues}' AS draft_venues,
            v.version IS NOT NULL AS is_published, v.definition #> '{trigger,venues}' AS live_venues
     FROM workflows w
     LEFT JOIN workflow_versions v
       ON v.organisation_id = w.organisation_id AND v.workflow_id = w.id AND v.version = w.version
     WHERE w.organisation_id = $1 AND w.id = $2`,
    [organisationId, workflowId],
  )
  return rows.every(
    ({ has_draft, draft_venues, is_published, live_venues }) =>
      (!has_draft || reachesVenues(serials, draft_venues)) &&
      (!is_published || reachesVenues(serials, live_venues)),
  )
}

/** Guests who were at one of the member's venues, and those who were at none so far. */
export async function reachesGuest(
  tx: Sql,
  { organisationId, serials }: Reach,
  guestId: string,
): Promise<boolean> {
  if (serials === null) return true
  const { rows } = await tx.query<{ reached: boolean }>(
    `SELECT coalesce(bool_or(serials && $3::text[]), true) AS reached
     FROM events WHERE organisation_id = $1 AND guest_id = $2 AND serials <> '{}'`,
    [organisationId, guestId, serials],
  )
  return rows[0]?.reached === true
}

/** Guests who were at no other venues than the member's: for what cannot be divided by venues, such as a merge. */
export async function reachesWholly(
  tx: Sql,
  { organisationId, serials }: Reach,
  guestIds: readonly string[],
): Promise<boolean> {
  if (serials === null) return true
  const { rowCount } = await tx.query(
    `SELECT FROM events WHERE organisation_id = $1 AND guest_id = ANY ($2) AND NOT serials <@ $3::text[] LIMIT 1`,
    [organisationId, guestIds, serials],
  )
  return rowCount === 0
}

/** Those among the guests that the member reaches, by the same rule. */
export async function reachedGuests(
  tx: Sql,
  { organisationId, serials }: Reach,
  guestIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (serials === null || guestIds.length === 0) return new Set(guestIds)
  const { rows } = await tx.query<{ guest_id: string }>(
    `SELECT guest_id FROM events WHERE organisation_id = $1 AND guest_id = ANY ($2) AND serials <> '{}'
     GROUP BY guest_id HAVING NOT bool_or(serials && $3::text[])`,
    [organisationId, guestIds, serials],
  )
  const elsewhere = new Set(rows.map(row => row.guest_id))
  return new Set(guestIds.filter(id => !elsewhere.has(id)))
}

/** A document that names no venue, for the member's own ones. */
export function forOwnVenues(document: object, { serials }: Pick<Reach, 'serials'>): object {
  if (serials === null || !('trigger' in document) || !isRecord(document.trigger)) return document
  return { ...document, trigger: { ...document.trigger, venues: document.trigger.venues ?? serials } }
}
