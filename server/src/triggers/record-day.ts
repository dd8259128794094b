import type { Sql } from '#db/sql.ts'
import type { Slot } from '#workflows/occasions/slots.ts'

export interface DayPlace {
  readonly organisationId: string
  readonly workflowId: string
  readonly timeZone: string
  readonly slot: Slot
}

/** What was done with guests who were due. */
export interface DayCounts {
  readonly considered: number
  readonly started: number
  /** By reason. */
  readonly skipped: Readonly<Record<string, number>>
  readonly missed?: number
  readonly missedBecause?: 'workflow_paused' | 'too_late' | 'source_silent'
}

/** Adds a portion to the receipt of a day. */
export async function recordDay(tx: Sql, place: DayPlace, counts: DayCounts): Promise<void> {
  const { organisationId, workflowId, timeZone, slot } = place
  const { considered, started, skipped, missed = 0, missedBecause = null } = counts
  await tx.query(
    `INSERT INTO schedule_days AS d
       (organisation_id, workflow_id, day, time_zone, due_at, considered, started, skipped, missed, missed_because)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     ON CONFLICT (organisation_id, workflow_id, day, time_zone) DO UPDATE SET
       considered = d.considered + excluded.considered,
       started = d.started + excluded.started,
       missed = d.missed + excluded.missed,
       missed_because = coalesce(excluded.missed_because, d.missed_because),
       skipped = add_counts(d.skipped, excluded.skipped)`,
    [
      organisationId,
      workflowId,
      slot.day,
      timeZone,
      slot.at,
      considered,
      started,
      JSON.stringify(skipped),
      missed,
      missedBecause,
    ],
  )
}
