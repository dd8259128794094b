import type { Sql } from '#db/sql.ts'
import type { MessageChannel } from '#steps/step.ts'

/** For a pending message. It clears the time of the next attempt, because there is none. */
export const CANCELLED = `status = 'cancelled', settled_at = now(), due_at = NULL`

/**
 * Part of a statement in which `runs` lists runs that end, by organisation_id and id: cancels the unsent messages to
 * their guests. Messages to the venue's staff about a task are still sent: the task exists.
 */
export const cancelMessagesOf = (runs: string) => `
  UPDATE messages SET ${CANCELLED}
  FROM ${runs}
  WHERE messages.organisation_id = ${runs}.organisation_id AND messages.run_id = ${runs}.id
    AND messages.status = 'pending' AND messages.guest_id IS NOT NULL`

/** What a guest no longer wants. */
export interface Unwanted {
  /** Marketing by these channels. */
  readonly channels: readonly MessageChannel[]
  /** Marketing about these topics. */
  readonly topics: readonly string[]
  /** Any message by these channels. */
  readonly all: boolean
}

/** Cancels what is not sent yet and no longer wanted, and returns it. */
export async function cancelMessagesTo(
  tx: Sql,
  organisationId: string,
  guestId: string,
  { channels, topics, all }: Unwanted,
): Promise<{ readonly id: string; readonly runId: string }[]> {
  const { rows } = await tx.query<{ id: string; runId: string }>(
    `UPDATE messages SET ${CANCELLED}
     WHERE organisation_id = $1 AND guest_id = $2 AND status = 'pending'
       AND (channel = ANY($3) AND ($4 OR NOT transactional) OR topic = ANY($5))
     RETURNING id, run_id AS "runId"`,
    [organisationId, guestId, channels, all, topics],
  )
  return rows
}
