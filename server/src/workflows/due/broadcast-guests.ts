import type { BroadcastTrigger } from '@millrace/contract/workflow'
import type { Sql } from '#db/sql.ts'
import type { OrganisationFacts } from '#venues/organisation-facts.ts'
import { broadcastKey, broadcastParameters } from '../occasions/broadcast-occasion.ts'
import type { Due } from './due.ts'
import { homeOf } from './segment-guests.ts'
import type { Zone } from './zones.ts'

type Places = Pick<OrganisationFacts, 'settings' | 'venues'>

/** The venues by whose visits the venue of a guest is known; undefined: it is not asked for. */
export const venuesAsked = (
  { broadcast, venues }: BroadcastTrigger,
  known: Places['venues'],
): readonly string[] | undefined => venues ?? (broadcast.clock === 'venue' ? [...known.keys()] : undefined)

/** By the clock of the organisation, or of each guest's venue: who has none counts by that of the organisation. */
export function zonesOfBroadcast(trigger: BroadcastTrigger, { settings, venues }: Places): Zone[] {
  const own = settings.time_zone
  if (trigger.broadcast.clock !== 'venue') return [{ key: own, timeZone: own, serials: null }]
  const zoneOf = (serial: string) => venues.get(serial)?.time_zone ?? own
  const byZone = Map.groupBy(trigger.venues ?? [...venues.keys()], zoneOf)
  if (trigger.venues === undefined && !byZone.has(own)) byZone.set(own, [])
  return [...byZone].map(([timeZone, serials]) => ({ key: timeZone, timeZone, serials }))
}

export interface MembersToSend {
  readonly organisationId: string
  readonly workflowId: string
  readonly broadcast: { readonly id: string; readonly segmentId: string; readonly dueAt: Date }
  /** See venuesAsked. */
  readonly venues: readonly string[] | undefined
  /** Only guests of these venues; null: everyone. */
  readonly serials: readonly string[] | null
  /** Also those who have visited none. */
  readonly withOthers: boolean
}

/**
 * The members of the segment who were not considered for this broadcast, by id. OFFSET 0 keeps the two questions apart from the joins:
 * each is a look-up for each member until there are enough of them. As joins, both began with the first guest of the organisation every time,
 * and a portion of a broadcast to 30,000 took 20 to 500 ms instead of 5.
 */
export async function membersToSend(
  tx: Sql,
  { organisationId, workflowId, broadcast, venues, serials, withOthers }: MembersToSend,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<Due[]> {
  const occasion = broadcastKey(broadcast.id)
  const { rows } = await tx.query<{ guestId: string; serial: string | null; segment: string }>(
    `SELECT m.guest_id AS "guestId", home.serial, s.name AS segment
     FROM segment_members m
     JOIN segments s ON s.organisation_id = m.organisation_id AND s.id = m.segment_id
     ${homeOf('m.guest_id', '$6')}
     WHERE m.organisation_id = $1 AND m.segment_id = $2 AND m.left_at IS NULL AND m.guest_id > $5
       AND ($7::text[] IS NULL OR home.serial = ANY($7) OR ($8 AND home.serial IS NULL))
       AND NOT EXISTS (
         SELECT FROM occasions o
         WHERE o.organisation_id = $1 AND o.workflow_id = $3 AND o.guest_id = m.guest_id AND o.occasion = $4 OFFSET 0)
       AND EXISTS (SELECT FROM guests g WHERE g.organisation_id = $1 AND g.id = m.guest_id OFFSET 0)
     ORDER BY m.guest_id LIMIT $9`,
    [
      organisationId,
      broadcast.segmentId,
      workflowId,
      occasion,
      after,
      venues ?? null,
      serials,
      withOthers,
      limit,
    ],
  )
  return rows.map(({ guestId, serial, segment }) => ({
    guestId,
    serial,
    occasion,
    parameters: broadcastParameters({ ...broadcast, segment }),
  }))
}

export async function countMembers(tx: Sql, organisationId: string, segmentId: string): Promise<number> {
  const { rows } = await tx.query<{ guests: number }>(
    `SELECT count(*) AS guests FROM segment_members
     WHERE organisation_id = $1 AND segment_id = $2 AND left_at IS NULL`,
    [organisationId, segmentId],
  )
  return (rows[0] as { guests: number }).guests
}

/** Members of a segment, in an order that has nothing to do with when they were added. */
export async function sampleMembers(
  sql: Sql,
  {
    organisationId,
    segmentId,
    venues,
  }: Pick<MembersToSend, 'organisationId' | 'venues'> & { segmentId: string },
  limit: number,
): Promise<Due[]> {
  const { rows } = await sql.query<{ guestId: string; serial: string | null; segment: string; now: Date }>(
    `SELECT m.guest_id AS "guestId", home.serial, s.name AS segment, now() AS now
     FROM (SELECT guest_id FROM segment_members
           WHERE organisation_id = $1 AND segment_id = $2 AND left_at IS NULL
           ORDER BY hashtextextended(guest_id::text, 0) LIMIT $4) AS m
     JOIN segments s ON s.organisation_id = $1 AND s.id = $2
     ${homeOf('m.guest_id', '$3')}`,
    [organisationId, segmentId, venues ?? null, limit],
  )
  return rows.map(({ guestId, serial, segment, now: dueAt }) => ({
    guestId,
    serial,
    occasion: '',
    parameters: broadcastParameters({ id: segmentId, segment, segmentId, dueAt }),
  }))
}
