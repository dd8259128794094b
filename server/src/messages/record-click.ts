import { CLICK_COUNTING } from '@millrace/contract/topic'
import type { Sql } from '#db/sql.ts'
import type { CountedLink } from './counted-url.ts'

/**
 * Counts a click on a link of a message, unless the organisation has turned counting off since, the guest does not want
 * it, or the guest was deleted. The message is locked, so that a deletion of the guest that is under way deletes the
 * click as well. Returns whether it was counted.
 */
export async function recordClick(
  tx: Sql,
  { organisationId, messageId, target }: CountedLink,
): Promise<boolean> {
  const { rowCount } = await tx.query(STATEMENT, [organisationId, messageId, target, CLICK_COUNTING])
  return rowCount === 1
}

const STATEMENT = `
  INSERT INTO message_clicks (organisation_id, message_id, url, run_id, node_id)
  SELECT m.organisation_id, m.id, $3, m.run_id, m.node_id
  FROM messages m
  JOIN organisations o ON o.id = m.organisation_id
  JOIN guests g ON g.organisation_id = m.organisation_id AND g.id = current_guest(m.organisation_id, m.guest_id)
  WHERE m.organisation_id = $1 AND m.id = $2 AND m.channel = 'email'
    AND (o.settings ->> 'link_counting' = 'all' OR o.settings ->> 'link_counting' = 'marketing' AND NOT m.transactional)
    AND $4 <> ALL (g.topics_off)
  FOR SHARE OF m
  ON CONFLICT (organisation_id, message_id, url) DO UPDATE
  SET clicks = message_clicks.clicks + 1, last_at = now()`
