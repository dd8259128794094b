import type { Sql } from '#db/sql.ts'
import { guestColumns } from './guest-row.ts'

/** Everything stored about a guest, by where it is stored, oldest first. */
export type GuestExport = Readonly<Record<string, unknown>>

/** undefined where there is no such guest. */
export async function exportGuest(
  tx: Sql,
  organisationId: string,
  guestId: string,
): Promise<GuestExport | undefined> {
  const { rows } = await tx.query<{ guest: object }>(
    `SELECT to_jsonb(g) AS guest FROM (SELECT ${guestColumns} FROM guests WHERE organisation_id = $1 AND id = $2) AS g`,
    [organisationId, guestId],
  )
  if (rows[0] === undefined) return undefined
  const stored = await Promise.all(
    Object.entries(tables).map(async ([name, { table, of, order }]) => {
      const found = await tx.query<{ row: object }>(
        `SELECT to_jsonb(t) - 'organisation_id' AS row FROM ${table} t WHERE t.organisation_id = $1 AND ${of} ORDER BY ${order}`,
        [organisationId, guestId],
      )
      return [name, found.rows.map(({ row }) => row)] as const
    }),
  )
  return { guest: rows[0].guest, ...Object.fromEntries(stored) }
}

const THEIRS = 't.guest_id = $2'
const OF_THEIR_RUNS = 't.run_id IN (SELECT id FROM runs WHERE organisation_id = $1 AND guest_id = $2)'
/** Those that no run has sent are found by the guest. */
const MESSAGES = `(${OF_THEIR_RUNS} OR t.guest_id = $2)`

const tables: Readonly<Record<string, { table: string; of: string; order: string }>> = {
  identifiers: { table: 'guest_identifiers', of: THEIRS, order: 't.added_at, t.type, t.value' },
  consent_changes: { table: 'consent_changes', of: THEIRS, order: 't.id' },
  suppressions: {
    table: 'suppressions',
    // By the collation of the index, see guest-profile.ts.
    of: `(t.channel, t.address) IN (
           SELECT 'email', g.email_key COLLATE "default" FROM guests g WHERE g.organisation_id = $1 AND g.id = $2
           UNION ALL SELECT 'sms', g.phone_key COLLATE "default" FROM guests g WHERE g.organisation_id = $1 AND g.id = $2)`,
    order: 't.id',
  },
  edits: { table: 'guest_edits', of: THEIRS, order: 't.id' },
  points: { table: 'points_entries', of: THEIRS, order: 't.created_at' },
  events: { table: 'events', of: THEIRS, order: 't.id' },
  visits: { table: 'visits', of: THEIRS, order: 't.occurred_at, t.event_id' },
  runs: { table: 'runs', of: THEIRS, order: 't.id' },
  steps: { table: 'every_step', of: OF_THEIR_RUNS, order: 't.run_id, t.position' },
  messages: { table: 'messages', of: MESSAGES, order: 't.created_at, t.id' },
  message_attempts: {
    table: 'message_attempts',
    of: `t.message_id IN (SELECT m.id FROM messages m WHERE m.organisation_id = $1 AND ${MESSAGES.replaceAll('t.', 'm.')})`,
    order: 't.message_id, t.attempt',
  },
  message_reports: {
    table: 'message_reports',
    of: `t.message_id IN (SELECT m.id FROM messages m WHERE m.organisation_id = $1 AND ${MESSAGES.replaceAll('t.', 'm.')})`,
    order: 't.received_at, t.message_id, t.kind',
  },
  message_clicks: { table: 'message_clicks', of: OF_THEIR_RUNS, order: 't.first_at, t.message_id, t.url' },
  message_answers: { table: 'message_answers', of: OF_THEIR_RUNS, order: 't.answered_at, t.message_id' },
  received_sms: { table: 'sms_received', of: THEIRS, order: 't.received_at, t.id' },
  tasks: { table: 'tasks', of: OF_THEIR_RUNS, order: 't.created_at, t.id' },
  sent_to_subscriptions: { table: 'subscription_deliveries', of: THEIRS, order: 't.sequence' },
  merges: { table: 'guest_merges', of: '(t.into_id = $2 OR t.merged_id = $2)', order: 't.merged_at' },
  imports: { table: 'guest_import_changes', of: THEIRS, order: 't.import_id' },
  re_entries: { table: 're_entries', of: THEIRS, order: 't.entered_at' },
}
