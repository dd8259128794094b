import type { SegmentRule, SegmentTrigger } from '@millrace/contract/workflow'
import type { Sql } from '#db/sql.ts'
import { segmentParameters } from '../occasions/segment-occasion.ts'
import { BEFORE_ALL, type Due } from './due.ts'

/** For whom a segment starts a workflow. */
export interface SegmentStart {
  readonly organisationId: string
  readonly workflowId: string
  readonly trigger: SegmentTrigger
}

/** A guest who entered or left. */
export interface MovedGuest extends Due {
  readonly moveId: number
}

export interface Moved {
  /** Each guest once: who moved twice is considered again for the second time. */
  readonly due: readonly MovedGuest[]
  /** Moves of guests who were deleted, and of stays that a merge has made one with another. */
  readonly void: readonly number[]
}

interface StayRow {
  readonly guestId: string
  readonly serial: string | null
  readonly occasion: string
  readonly segment: string
  readonly enteredAt: Date
  readonly leftAt: Date | null
}

/** A stay is named by when it began. In microseconds: the time of a row, and no other. */
const occasionOf = (on: SegmentRule['on'], stay: string) =>
  `'${on} ' || ${stay}.segment_id || ' ' || to_char(${stay}.entered_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** The venue that the guest visited last, of those that the workflow is for. `venues` is a parameter, null for all. */
export const homeOf = (guest: string, venues: string) => `
  LEFT JOIN LATERAL (
    SELECT v.serial FROM visits v
    WHERE ${venues}::text[] IS NOT NULL AND v.organisation_id = $1 AND v.guest_id = ${guest} AND v.kind = 'visit'
      AND v.serial = ANY(${venues})
    ORDER BY v.occurred_at DESC, v.event_id DESC LIMIT 1
  ) AS home ON true`

/** The next guests who entered or left, in that order. A merge that is under way is followed. */
export async function movedGuests(
  tx: Sql,
  { organisationId, workflowId, trigger }: SegmentStart,
  limit: number,
): Promise<Moved> {
  const { segment: rule, venues } = trigger
  const { rows } = await tx.query<StayRow & { moveId: number; isThere: boolean }>(
    `SELECT m.id AS "moveId", g.id AS "guestId", home.serial, ${occasionOf(rule.on, 'm')} AS occasion, s.name AS segment,
            stay.entered_at AS "enteredAt", stay.left_at AS "leftAt",
            g.id IS NOT NULL AND stay.entered_at IS NOT NULL AS "isThere"
     FROM (SELECT *, current_guest($1, guest_id) AS current_id FROM segment_moves
           WHERE organisation_id = $1 AND workflow_id = $2 ORDER BY id LIMIT $4) AS m
     JOIN segments s ON s.organisation_id = $1 AND s.id = m.segment_id
     LEFT JOIN guests g ON g.organisation_id = $1 AND g.id = m.current_id
     LEFT JOIN segment_members stay ON stay.organisation_id = $1 AND stay.segment_id = m.segment_id
       AND stay.guest_id = m.guest_id AND stay.entered_at = m.entered_at
     ${homeOf('g.id', '$3')}
     ORDER BY m.id`,
    [organisationId, workflowId, venues ?? null, limit],
  )
  const due = new Map<string, MovedGuest>()
  for (const { moveId, isThere, ...stay } of rows)
    if (isThere && !due.has(stay.guestId)) due.set(stay.guestId, { moveId, ...dueBy(rule, stay) })
  return { due: [...due.values()], void: rows.flatMap(row => (row.isThere ? [] : [row.moveId])) }
}

/** Those who are in the segment and were not considered for this stay, by id. */
export async function membersToStart(
  tx: Sql,
  start: SegmentStart,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<Due[]> {
  const { organisationId, workflowId, trigger } = start
  const { rows } = await tx.query<StayRow>(
    `SELECT m.guest_id AS "guestId", home.serial, ${occasionOf('enters', 'm')} AS occasion, s.name AS segment,
            m.entered_at AS "enteredAt", m.left_at AS "leftAt"
     ${fromMembers('OFFSET 0')} ORDER BY m.guest_id LIMIT $6`,
    [organisationId, trigger.segment.id, workflowId, after, trigger.venues ?? null, limit],
  )
  return rows.map(stay => dueBy(trigger.segment, stay))
}

export async function countMembersToStart(tx: Sql, start: SegmentStart): Promise<number> {
  const { organisationId, workflowId, trigger } = start
  const { rows } = await tx.query<{ guests: number }>(`SELECT count(*) AS guests ${fromMembers('')}`, [
    organisationId,
    trigger.segment.id,
    workflowId,
    BEFORE_ALL,
    null,
  ])
  return (rows[0] as { guests: number }).guests
}

/** OFFSET 0 asks for each member by itself, for those who want a portion of them: see membersToSend. */
const fromMembers = (apart: '' | 'OFFSET 0') => `
  FROM segment_members m
  JOIN segments s ON s.organisation_id = m.organisation_id AND s.id = m.segment_id
  ${homeOf('m.guest_id', '$5')}
  WHERE m.organisation_id = $1 AND m.segment_id = $2 AND m.left_at IS NULL AND m.guest_id > $4
    AND NOT EXISTS (
      SELECT FROM occasions o
      WHERE o.organisation_id = $1 AND o.workflow_id = $3 AND o.guest_id = m.guest_id
        AND o.occasion = ${occasionOf('enters', 'm')} ${apart})
    AND EXISTS (SELECT FROM guests g WHERE g.organisation_id = $1 AND g.id = m.guest_id ${apart})`

/** Who entered or left in a time, with the moment, by guest and then by time. */
export async function movedBetween(
  tx: Sql,
  { organisationId, trigger }: Pick<SegmentStart, 'organisationId' | 'trigger'>,
  time: { readonly since: Date; readonly until: Date },
  { after, limit }: { readonly after: MovedBefore; readonly limit: number },
): Promise<readonly (Due & { readonly at: Date; readonly enteredAt: string })[]> {
  const { segment: rule, venues } = trigger
  const moment = rule.on === 'enters' ? 'm.entered_at' : 'm.left_at'
  const { rows } = await tx.query<StayRow & { exactly: string }>(
    `SELECT m.guest_id AS "guestId", home.serial, ${occasionOf(rule.on, 'm')} AS occasion, s.name AS segment,
            m.entered_at AS "enteredAt", m.left_at AS "leftAt", m.entered_at::text AS exactly
     FROM segment_members m
     JOIN segments s ON s.organisation_id = m.organisation_id AND s.id = m.segment_id
     ${homeOf('m.guest_id', '$5')}
     WHERE m.organisation_id = $1 AND m.segment_id = $2 AND ${moment} > $3 AND ${moment} <= $4
       AND (m.guest_id, m.entered_at) > ($6::uuid, $7::timestamptz)
     ORDER BY m.guest_id, m.entered_at LIMIT $8`,
    [organisationId, rule.id, time.since, time.until, venues ?? null, after.guestId, after.enteredAt, limit],
  )
  return rows.map(({ exactly, ...stay }) => ({
    ...dueBy(rule, stay),
    at: (rule.on === 'enters' ? stay.enteredAt : stay.leftAt) as Date,
    enteredAt: exactly,
  }))
}

export interface MovedBefore {
  readonly guestId: string
  readonly enteredAt: string
}

const dueBy = (
  rule: SegmentRule,
  { guestId, serial, occasion, segment, enteredAt, leftAt }: StayRow,
): Due => ({
  guestId,
  serial,
  occasion,
  parameters: segmentParameters(rule, segment, enteredAt, rule.on === 'leaves' ? leftAt : null),
})
