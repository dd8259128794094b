import type { MissedBecause, MissedGuest } from '@millrace/contract/missed'
import type { AbsenceTrigger, TriggerKind } from '@millrace/contract/workflow'
import { newId } from '#base/ids.ts'
import { bareArray, textArray } from '#db/array-literal.ts'
import type { GuestRows } from '#db/guest-rows.ts'
import type { Sql } from '#db/sql.ts'
import { guestCalled } from '#guests/guest-called.ts'
import type { Due } from '../due/due.ts'

export interface MissedPlace {
  readonly organisationId: string
  readonly workflowId: string
}

/** Guests who were due at a moment and not considered, and why. */
export interface Missed {
  readonly trigger: TriggerKind
  readonly at: Date
  readonly because: MissedBecause
  readonly due: readonly Due[]
}

/** Lists guests until a person decides. Returns how many were not listed before. */
export async function recordMissed(
  tx: Sql,
  { organisationId, workflowId }: MissedPlace,
  { trigger, at: slot, because, due }: Missed,
): Promise<number> {
  const { rowCount } = await tx.query(
    `INSERT INTO missed_occasions (organisation_id, workflow_id, trigger, because, guest_id, occasion, id, serial, parameters, due_at)
     SELECT $1, $2, $3, $4, t.guest_id, t.occasion, t.id, t.serial, t.parameters::jsonb, t.due_at
     FROM unnest($5::uuid[], $6::text[], $7::uuid[], $8::text[], $9::text[], $10::timestamptz[])
       AS t (guest_id, occasion, id, serial, parameters, due_at)
     JOIN guests g ON g.organisation_id = $1 AND g.id = t.guest_id
     ON CONFLICT DO NOTHING`,
    [
      organisationId,
      workflowId,
      trigger,
      because,
      bareArray(due.map(({ guestId }) => guestId)),
      textArray(due.map(({ occasion }) => occasion)),
      bareArray(due.map(() => newId())),
      textArray(due.map(({ serial }) => serial)),
      textArray(due.map(({ parameters }) => JSON.stringify(parameters))),
      due.map(({ at = slot }) => at),
    ],
  )
  return rowCount ?? 0
}

export type MissedRow = Omit<MissedGuest, 'due_at'> & { readonly due_at: Date }

/** Those of whom nobody has decided yet, in the order in which they were missed. */
export async function listMissed(
  tx: Sql,
  { organisationId, workflowId }: MissedPlace,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<MissedRow[]> {
  const { rows } = await tx.query<MissedRow>(
    `SELECT m.id, m.guest_id, ${guestCalled} AS guest_name, m.due_at, m.because, m.serial
     FROM missed_occasions m JOIN guests g ON g.organisation_id = m.organisation_id AND g.id = m.guest_id
     WHERE m.organisation_id = $1 AND m.workflow_id = $2 AND NOT m.wanted AND ($3::uuid IS NULL OR m.id > $3)
     ORDER BY m.id LIMIT $4`,
    [organisationId, workflowId, after ?? null, limit],
  )
  return rows
}

/** How many are undecided, and how many are about to be started. */
export async function countMissed(
  tx: Sql,
  { organisationId, workflowId }: MissedPlace,
): Promise<{ missed: number; starting: number }> {
  const { rows } = await tx.query<{ missed: number; starting: number }>(
    `SELECT count(*) FILTER (WHERE NOT wanted) AS missed, count(*) FILTER (WHERE wanted) AS starting
     FROM missed_occasions WHERE organisation_id = $1 AND workflow_id = $2`,
    [organisationId, workflowId],
  )
  return rows[0] as { missed: number; starting: number }
}

/** The next ones who are to be started, each guest once: a second occasion is the next time. */
export async function wantedMissed(
  tx: Sql,
  { organisationId, workflowId }: MissedPlace,
  limit: number,
): Promise<(Due & { readonly id: string })[]> {
  const { rows } = await tx.query<Due & { id: string }>(
    `SELECT id, guest_id AS "guestId", occasion, serial, parameters FROM missed_occasions
     WHERE organisation_id = $1 AND workflow_id = $2 AND wanted ORDER BY id LIMIT $3 FOR UPDATE`,
    [organisationId, workflowId, limit],
  )
  const byGuest = new Map<string, Due & { id: string }>()
  for (const row of rows) if (!byGuest.has(row.guestId)) byGuest.set(row.guestId, row)
  return [...byGuest.values()]
}

export async function deleteMissed(
  tx: Sql,
  { organisationId, workflowId }: MissedPlace,
  ids: readonly string[],
): Promise<void> {
  await tx.query(
    'DELETE FROM missed_occasions WHERE organisation_id = $1 AND workflow_id = $2 AND id = ANY($3)',
    [organisationId, workflowId, ids],
  )
}

/** Of an absence, which the next visit or event has ended meanwhile. */
export async function dropReturned(
  tx: Sql,
  { organisationId, workflowId }: MissedPlace,
  { absence: { sources }, venues }: AbsenceTrigger,
): Promise<void> {
  await tx.query(
    `DELETE FROM missed_occasions m
     WHERE m.organisation_id = $1 AND m.workflow_id = $2 AND m.wanted AND EXISTS (
       SELECT FROM visits v
       WHERE v.organisation_id = $1 AND v.guest_id = m.guest_id
         AND CASE WHEN $4::text[] IS NULL THEN v.kind = 'visit' ELSE v.source = ANY($4) END
         AND ($3::text[] IS NULL OR v.serial = ANY($3))
         AND v.occurred_at >= coalesce(m.parameters ->> 'last_event', m.parameters ->> 'last_visit')::timestamptz
         AND m.occasion <> 'absence ' || v.event_id)`,
    [organisationId, workflowId, venues ?? null, sources ?? null],
  )
}

/** Of a workflow that something else starts now; null: nothing of the kind. */
export async function dropMissed(
  tx: Sql,
  { organisationId, workflowId }: MissedPlace,
  except: TriggerKind | null,
): Promise<void> {
  await tx.query(
    `DELETE FROM missed_occasions WHERE organisation_id = $1 AND workflow_id = $2 AND trigger IS DISTINCT FROM $3`,
    [organisationId, workflowId, except],
  )
}

/** Of guests who are deleted. */
export async function eraseMissed(
  tx: Sql,
  organisationId: string,
  guestIds: readonly string[],
): Promise<void> {
  await tx.query('DELETE FROM missed_occasions WHERE organisation_id = $1 AND guest_id = ANY($2)', [
    organisationId,
    guestIds,
  ])
}

/** For a merge of two guests: an occasion that both have missed is one. */
export const guestMissed: GuestRows = {
  table: 'missed_occasions',
  update: 'UPDATE missed_occasions SET guest_id = $3',
  key: ['workflow_id', 'occasion'],
  clash: { remove: 'DELETE FROM missed_occasions', insert: 'INSERT INTO missed_occasions' },
}
