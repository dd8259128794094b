import type { AbsenceTrigger } from '@millrace/contract/workflow'
import type { Sql } from '#db/sql.ts'
import { absenceKey, absenceParameters } from '../occasions/absence-occasion.ts'
import { BEFORE_ALL, type Due, type DueGuests, type DueOn } from './due.ts'

const DAY_MS = 86_400_000

/**
 * The guests whose last visit, or event of the named sources, became so many days old since the last day that was considered.
 * It was at one of these venues; a later one at any venue that the workflow is for means that they are not absent.
 */
export function absentGuests(
  { organisationId, workflowId, venues: known, zone, slot, from, asOf, after }: DueOn,
  { absence, venues }: AbsenceTrigger,
): DueGuests {
  const ago = (moment: Date) => new Date(moment.getTime() - absence.days * DAY_MS)
  const values = [
    organisationId,
    workflowId,
    ago(from),
    ago(slot.at),
    after ?? BEFORE_ALL,
    zone.serials,
    known,
    venues ?? null,
    asOf,
    ...(absence.sources === undefined ? [] : [absence.sources]),
  ]
  const fromThose = fromAbsent(absence.sources !== undefined)
  return {
    async find(tx: Sql, limit: number): Promise<Due[]> {
      const { rows } = await tx.query<{ guestId: string; serial: string | null; eventId: string; at: Date }>(
        `SELECT v.guest_id AS "guestId", v.serial, v.event_id AS "eventId", v.occurred_at AS at
         ${fromThose} ORDER BY v.guest_id LIMIT $${values.length + 1}`,
        [...values, limit],
      )
      return rows.map(({ guestId, serial, eventId, at }) => ({
        guestId,
        serial,
        occasion: absenceKey(eventId),
        parameters: absenceParameters(absence, at),
      }))
    },
    async count(tx: Sql): Promise<number> {
      const { rows } = await tx.query<{ due: number }>(`SELECT count(*) AS due ${fromThose}`, values)
      return (rows[0] as { due: number }).due
    },
  }
}

/** Visits have an index by time, and everything else has another. */
const EVERY_KIND = `(
  SELECT * FROM visits WHERE kind = 'visit' UNION ALL SELECT * FROM visits WHERE kind <> 'visit')`

/** Of a guest's visits, only the last one has none after it. */
const fromAbsent = (bySource: boolean) => `
  FROM ${bySource ? EVERY_KIND : 'visits'} v
  WHERE v.organisation_id = $1 AND ${bySource ? 'v.source = ANY($10)' : "v.kind = 'visit'"}
    AND v.occurred_at > $3 AND v.occurred_at <= $4
    AND v.guest_id > $5
    AND CASE WHEN $6::text[] IS NULL THEN v.serial IS NULL OR v.serial <> ALL($7::text[]) ELSE v.serial = ANY($6) END
    AND NOT EXISTS (
      SELECT FROM visits later
      WHERE later.organisation_id = $1 AND later.guest_id = v.guest_id
        AND ${bySource ? 'later.source = ANY($10)' : "later.kind = 'visit'"}
        AND ($8::text[] IS NULL OR later.serial = ANY($8))
        AND ($9::timestamptz IS NULL OR later.occurred_at <= $9)
        AND (later.occurred_at, later.event_id) > (v.occurred_at, v.event_id))
    AND NOT EXISTS (
      SELECT FROM occasions o
      WHERE o.organisation_id = $1 AND o.workflow_id = $2 AND o.guest_id = v.guest_id
        AND o.occasion = 'absence ' || v.event_id)`

/** A venue that is open has visits within this time, unless its system does not send them. */
const SILENT_DAYS = 7

/** Whether no visits, or events of the named sources, arrive from these venues, so that nobody can be called absent. */
export async function isSilent(
  tx: Sql,
  { organisationId, venues, zone, slot, asOf }: DueOn,
  { absence: { sources } }: AbsenceTrigger,
): Promise<boolean> {
  const { rows } = await tx.query<{ heard: boolean }>(
    `SELECT EXISTS (
       SELECT FROM ${sources === undefined ? 'visits' : EVERY_KIND} v
       WHERE v.organisation_id = $1 AND ${sources === undefined ? "v.kind = 'visit'" : 'v.source = ANY($6)'}
         AND v.occurred_at > $2
         AND ($5::timestamptz IS NULL OR v.occurred_at <= $5)
         AND CASE WHEN $3::text[] IS NULL THEN v.serial IS NULL OR v.serial <> ALL($4::text[]) ELSE v.serial = ANY($3) END
     ) AS heard`,
    [
      organisationId,
      new Date(slot.at.getTime() - SILENT_DAYS * DAY_MS),
      zone.serials,
      venues,
      asOf,
      ...(sources === undefined ? [] : [sources]),
    ],
  )
  return rows[0]?.heard !== true
}
