import type {
  LinkClicks,
  MessageAnswer,
  MessageAttempt,
  WholeMessage,
} from '@millrace/contract/dashboard/outbox'
import type { MessageReport } from '@millrace/contract/email-feedback'
import type { Sql } from '#db/sql.ts'
import { whyWaiting } from '#organisations/providers/why-waiting.ts'
import { type Sight, seesMessage } from '../lists/sight.ts'
import { where } from '../lists/where.ts'
import { shownHeaders } from '../shown-definition.ts'
import { shownUrl } from '../shown-url.ts'
import { type MessageRow, messageColumns, messageSources, toMessage } from './message-row.ts'

type Row = MessageRow & {
  content: Record<string, unknown>
  attempts: MessageAttempt[]
  reports: MessageReport[]
  clicks: LinkClicks[]
  answer: MessageAnswer | null
}

/** Messages with their content, every attempt to deliver them, and what was reported: one message, or all of a run. */
export async function readMessages(
  tx: Sql,
  organisationId: string,
  { id, runId, sight = null }: { id?: string; runId?: string; sight?: Sight },
): Promise<WholeMessage[]> {
  const { sql, values } = where('m', organisationId, [
    ['m.id = :value', id],
    ['m.run_id = :value', runId],
    [seesMessage, sight],
  ])
  const { rows } = await tx.query<Row>(
    `SELECT ${messageColumns}, m.content,
       coalesce((SELECT json_agg(json_build_object('attempt', a.attempt, 'at', a.at, 'duration_ms', a.duration_ms,
                   'outcome', a.outcome, 'detail', a.detail) ORDER BY a.attempt)
        FROM message_attempts a WHERE a.organisation_id = $1 AND a.message_id = m.id), '[]') AS attempts,
       coalesce((SELECT json_agg(json_build_object('kind', p.kind, 'provider', p.provider, 'at', p.received_at,
                   'note', p.note) ORDER BY p.received_at, p.kind)
        FROM message_reports p WHERE p.organisation_id = $1 AND p.message_id = m.id), '[]') AS reports,
       coalesce((SELECT json_agg(json_build_object('url', c.url, 'clicks', c.clicks, 'first_at', c.first_at,
                   'last_at', c.last_at) ORDER BY c.first_at, c.url)
        FROM message_clicks c WHERE c.organisation_id = $1 AND c.message_id = m.id), '[]') AS clicks,
       (SELECT json_build_object('answer', q.answer, 'at', q.answered_at)
        FROM message_answers q WHERE q.organisation_id = $1 AND q.message_id = m.id) AS answer
     FROM ${messageSources} WHERE ${sql} ORDER BY m.created_at, m.id`,
    values,
  )
  const shownMessage = toMessage(await whyWaiting(tx, organisationId))
  return rows.map(row => ({
    ...shownMessage(row),
    content: shown(row),
    attempts: row.attempts.map(withTime),
    reports: row.reports.map(withTime),
    answer: row.answer && withTime(row.answer),
    clicks: row.clicks.map(({ first_at, last_at, ...link }) => ({
      ...link,
      first_at: new Date(first_at).toISOString(),
      last_at: new Date(last_at).toISOString(),
    })),
  }))
}

const withTime = <Entry extends { at: string }>(entry: Entry): Entry => ({
  ...entry,
  at: new Date(entry.at).toISOString(),
})

/** Without what would let a reader act as the guest or the author. */
function shown({ channel, content }: Row): Record<string, unknown> {
  const { unsubscribe_url: _theGuests, ...rest } = content
  if (channel !== 'webhook') return Object.fromEntries(Object.entries(rest).map(withoutLinks))
  return {
    ...rest,
    url: shownUrl(String(content.url)),
    headers: shownHeaders((content.headers ?? {}) as Record<string, unknown>),
  }
}

/** The addresses by which a guest unsubscribes, chooses, answers and confirms, wherever they stand in a text. */
const withoutLinks = ([name, value]: [string, unknown]): [string, unknown] => [
  name,
  typeof value === 'string' ? value.replaceAll(GUEST_LINK, '$1') : value,
]

const GUEST_LINK = /(\/(?:unsubscribe|preferences|answer|confirm))\/[0-9a-f-]{36}\.[\w.-]+/g
