import type { EventDetail, EventEffect } from '@millrace/contract/dashboard/events'
import type { Receipt } from '@millrace/contract/event'
import type { Sql } from '#db/sql.ts'
import { findEvent } from '#events/find-event.ts'
import { guestCalled } from '#guests/guest-called.ts'
import { shownStatus, withWorkflow } from '#runs/read/run-row.ts'
import type { Sight } from '../lists/sight.ts'
import { readNames } from '../workflows/read-names.ts'
import { eventSentences } from './event-sentences.ts'
import { findVisibleEvent } from './find-visible-event.ts'

/** An event with all of its effects. undefined: it does not exist, or the member does not see it. */
export async function readEvent(
  tx: Sql,
  organisationId: string,
  id: string,
  sight: Sight,
): Promise<EventDetail | undefined> {
  if ((await findVisibleEvent(tx, organisationId, id, sight)) === undefined) return undefined
  const event = await findEvent(tx, organisationId, id)
  if (event === undefined) return undefined
  const [effects, names, { rows }] = await Promise.all([
    findEffects(tx, organisationId, event),
    readNames(tx, organisationId),
    tx.query<{ guest_name: string | null }>(
      `SELECT ${guestCalled} AS guest_name FROM guests g WHERE organisation_id = $1 AND id = $2`,
      [organisationId, event.organisation_registration_id],
    ),
  ])
  const guest_name = rows[0]?.guest_name ?? null
  return { event, guest_name, effects, sentences: eventSentences(event, effects, names) }
}

/** The runs that it started or was replayed into later, and those that it woke or moved. All of them are its guest's. */
async function findEffects(tx: Sql, organisationId: string, event: Receipt): Promise<EventEffect[]> {
  const { rows } = await tx.query<EventEffect>(
    `SELECT r.id AS run_id, r.workflow_id, w.name AS workflow_name, ${shownStatus} AS status,
       CASE WHEN r.event_id IS DISTINCT FROM $3 THEN CASE WHEN r.id = ANY($4) OR heard.moved THEN 'moved' ELSE 'woke' END
            WHEN r.trigger = 'replay' THEN 'pushed' ELSE 'started' END AS did
     FROM (
       SELECT * FROM runs WHERE organisation_id = $1 AND guest_id = $2 ORDER BY id DESC LIMIT 500
     ) AS r ${withWorkflow}
     LEFT JOIN LATERAL (
       SELECT s.type = 'wait' AS moved FROM every_step s
       WHERE s.organisation_id = $1 AND s.run_id = r.id
         AND (s.type = 'wait_for_event' AND s.detail->>'event_id' = $3::uuid::text OR s.type = 'wait' AND s.detail->>'moved_by' = $3::uuid::text)
       LIMIT 1
     ) AS heard ON true
     WHERE r.organisation_id = $1
       AND (r.event_id = $3 OR r.id = ANY($4) OR r.resumption->'event'->>'id' = $3::uuid::text OR heard.moved IS NOT NULL)
     ORDER BY r.id`,
    [organisationId, event.organisation_registration_id, event.id, event.moved.map(({ id }) => id)],
  )
  return rows
}
