import type { OutboxMessage } from '@millrace/contract/dashboard/outbox'
import { guestCalled } from '#guests/guest-called.ts'
import type { Reasons } from '#organisations/providers/why-waiting.ts'
import { shownUrl } from '../shown-url.ts'

/** For a message m, its run r, its workflow w and its guest g. */
export const messageColumns = `m.id, m.channel, m.status, m.recipient, m.guest_id IS NULL AND m.channel <> 'webhook' AS for_staff,
  CASE WHEN m.guest_id IS NULL OR m.channel = 'webhook' THEN NULL
       WHEN m.transactional THEN 'transactional' ELSE 'marketing' END AS class, m.topic,
  coalesce(r.input->>'test', 'false') = 'true' AS test,
  left(CASE m.channel WHEN 'email' THEN m.content->>'subject' WHEN 'sms' THEN m.content->>'body'
       ELSE m.content->>'method' END, 200) AS subject,
  m.guest_id, ${guestCalled} AS guest_name, m.run_id, m.node_id, r.workflow_id, w.name AS workflow_name, m.attempt,
  m.through, m.due_at,
  m.error, m.created_at, m.settled_at`

export const messageSources = `messages m
  LEFT JOIN runs r ON r.organisation_id = m.organisation_id AND r.id = m.run_id
  LEFT JOIN workflows w ON w.organisation_id = r.organisation_id AND w.id = r.workflow_id
  LEFT JOIN guests g ON g.organisation_id = m.organisation_id AND g.id = m.guest_id`

export type MessageRow = Omit<OutboxMessage, 'waits_for' | 'due_at' | 'created_at' | 'settled_at'> & {
  due_at: Date | null
  created_at: Date
  settled_at: Date | null
}

/** With the reasons why messages of a channel do not go out now. */
export const toMessage =
  (reasons: Reasons) =>
  <Row extends MessageRow>(row: Row) => {
    return {
      ...row,
      waits_for:
        row.status === 'pending' && row.channel !== 'webhook' ? (reasons[row.channel] ?? null) : null,
      recipient: row.channel === 'webhook' ? shownUrl(row.recipient) : row.recipient,
      due_at: row.due_at?.toISOString() ?? null,
      created_at: row.created_at.toISOString(),
      settled_at: row.settled_at?.toISOString() ?? null,
    }
  }
