import { newId } from '#base/ids.ts'
import type { Sql } from '#db/sql.ts'

/**
 * A broadcast is *sending* from the moment it is due until all members of its segment were considered: then it is *done*. A
 * person can pause and resume it, or stop it for good. One that came during a pause of its workflow, or too late, is *missed*,
 * and a person can send it after all. Whatever changes one holds the row of its schedule: workers do, for each portion, so that
 * nobody starts after the answer to a pause.
 */
export interface Broadcast {
  readonly id: string
  readonly segmentId: string
  /** What the clocks show when it is due; null: it is due everywhere at once. */
  readonly wallTime: string | null
  readonly dueAt: Date
  readonly reached: number
  readonly after: string | null
  readonly pacedAt: Date | null
}

interface Of {
  readonly organisationId: string
  readonly workflowId: string
}

export interface NewBroadcast {
  readonly segmentId: string
  /** null: a person sends it. */
  readonly slot: string | null
  readonly wallTime: string | null
  readonly dueAt: Date | null
  readonly sentBy: string | null
  readonly missed?: { readonly because: 'workflow_paused' | 'too_late'; readonly guests: number }
}

/** Returns its id; undefined where the slot has one already. */
export async function createBroadcast(
  tx: Sql,
  { organisationId, workflowId }: Of,
  { segmentId, slot, wallTime, dueAt, sentBy, missed }: NewBroadcast,
): Promise<string | undefined> {
  const { rows } = await tx.query<{ id: string }>(
    `INSERT INTO broadcasts (organisation_id, id, workflow_id, segment_id, slot, wall_time, due_at, sent_by, state, missed,
                             missed_because, ended_at)
     VALUES ($1, $2, $3, $4, $5, $6, coalesce($7, now()), $8, CASE WHEN $10::text IS NULL THEN 'sending' ELSE 'missed' END, $9,
             $10, CASE WHEN $10::text IS NOT NULL THEN now() END)
     ON CONFLICT DO NOTHING RETURNING id`,
    [
      organisationId,
      newId(),
      workflowId,
      segmentId,
      slot,
      wallTime,
      dueAt,
      sentBy,
      missed?.guests ?? 0,
      missed?.because ?? null,
    ],
  )
  return rows[0]?.id
}

/** Those that are being sent, the oldest first. */
export async function sendingBroadcasts(tx: Sql, { organisationId, workflowId }: Of): Promise<Broadcast[]> {
  const { rows } = await tx.query<Broadcast>(
    `SELECT id, segment_id AS "segmentId", wall_time AS "wallTime", due_at AS "dueAt", reached, after, paced_at AS "pacedAt"
     FROM broadcasts WHERE organisation_id = $1 AND workflow_id = $2 AND state = 'sending'
     ORDER BY due_at, id FOR UPDATE`,
    [organisationId, workflowId],
  )
  return rows
}

export interface BroadcastProgress {
  readonly reached: number
  /** null: everyone was considered who is due by these clocks. */
  readonly after: string | null
  readonly pacedAt: Date | null
  /** Everyone was considered. */
  readonly isDone: boolean
  readonly counts: {
    readonly considered: number
    readonly started: number
    readonly skipped: Readonly<Record<string, number>>
  }
}

export async function saveBroadcast(
  tx: Sql,
  organisationId: string,
  id: string,
  { reached, after, pacedAt, isDone, counts }: BroadcastProgress,
): Promise<void> {
  await tx.query(
    `UPDATE broadcasts b SET reached = $3, after = $4, paced_at = $5,
       state = CASE WHEN $6 THEN 'done' ELSE state END, ended_at = CASE WHEN $6 THEN now() END,
       considered = considered + $7, started = started + $8,
       skipped = add_counts(b.skipped, $9::jsonb)
     WHERE organisation_id = $1 AND id = $2`,
    [
      organisationId,
      id,
      reached,
      after,
      pacedAt,
      isDone,
      counts.considered,
      counts.started,
      JSON.stringify(counts.skipped),
    ],
  )
}

/** Those of other segments than its own; null: all, because the workflow sends none any longer. */
export async function stopBroadcasts(
  tx: Sql,
  { organisationId, workflowId }: Of,
  except: string | null,
): Promise<void> {
  await tx.query(
    `UPDATE broadcasts SET state = 'stopped', ended_at = now()
     WHERE organisation_id = $1 AND workflow_id = $2 AND state IN ('sending', 'paused')
       AND segment_id IS DISTINCT FROM $3::uuid`,
    [organisationId, workflowId, except],
  )
}
