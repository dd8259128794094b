import type { Sql } from '#db/sql.ts'
import type { MessageChannel } from '#steps/step.ts'

/** Of a message that is pending. No time of a next attempt is left behind: there is none. */
export const CANCELLED = `status = 'cancelled', settled_at = now(), due_at = NULL`

/**
 * A part of a statement in which `runs` names runs that end, by organisation_id and id: cancels what has not gone out to
 * their guests. What goes to the venue's staff about a task is still sent: the task is there.
 */
export const cancelMessagesOf = (runs: string) => `
  UPDATE messages SET ${CANCELLED}
  FROM ${runs}
  WHERE messages.organisation_id = ${runs}.organisation_id AND messages.run_id = ${runs}.id
    AND messages.status = 'pending' AND messages.guest_id IS NOT NULL`

/** Cancels what has not gone out to a guest by these channels, and returns it. */
export async function cancelMessagesTo(
  tx: Sql,
  organisationId: string,
  guestId: string,
  channels: readonly MessageChannel[],
): Promise<{ readonly id: string; readonly runId: string }[]> {
  const { rows } = await tx.query<{ id: string; runId: string }>(
    `UPDATE messages SET ${CANCELLED}
     WHERE organisation_id = $1 AND guest_id = $2 AND channel = ANY($3) AND status = 'pending'
     RETURNING id, run_id AS "runId"`,
    [organisationId, guestId, channels],
  )
  return rows
}
