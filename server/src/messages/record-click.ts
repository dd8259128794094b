import { CLICK_COUNTING } from '@millrace/contract/topic'
import type { Sql } from '#db/sql.ts'
import type { CountedLink } from './counted-url.ts'

/** Where a click counts: the run of the message and its guest. */
export interface Clicked {
  readonly runId: string
  readonly guestId: string
}

/**
 * undefined where the click is not counted: the organisation has turned counting off since, the guest does not want it, or
 * the guest was deleted.
 */
export async function findClicked(tx: Sql, link: CountedLink): Promise<Clicked | undefined> {
  const { rows } = await tx.query<Clicked>(
    `SELECT m.run_id AS "runId", r.guest_id AS "guestId" ${COUNTED}`,
    values(link).slice(0, 3),
  )
  return rows[0]
}

/**
 * Counts a click on a link of a message, if it still counts. The message is locked, so that a deletion of the guest that is
 * under way deletes the click as well.
 */
export async function recordClick(tx: Sql, link: CountedLink): Promise<void> {
  await tx.query(
    `INSERT INTO message_clicks (organisation_id, message_id, url, run_id, node_id)
     SELECT m.organisation_id, m.id, $4, m.run_id, m.node_id ${COUNTED}
     FOR SHARE OF m
     ON CONFLICT (organisation_id, message_id, url) DO UPDATE
     SET clicks = message_clicks.clicks + 1, last_at = now()`,
    values(link),
  )
}

const values = ({ organisationId, messageId, target }: CountedLink) => [
  organisationId,
  messageId,
  CLICK_COUNTING,
  target,
]

const COUNTED = `
  FROM messages m
  JOIN runs r ON r.organisation_id = m.organisation_id AND r.id = m.run_id
  JOIN organisations o ON o.id = m.organisation_id
  JOIN guests g ON g.organisation_id = m.organisation_id AND g.id = current_guest(m.organisation_id, m.guest_id)
  WHERE m.organisation_id = $1 AND m.id = $2 AND m.channel = 'email'
    AND (o.settings ->> 'link_counting' = 'all' OR o.settings ->> 'link_counting' = 'marketing' AND NOT m.transactional)
    AND $3 <> ALL (g.topics_off)`
