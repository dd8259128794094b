import { createHash } from 'node:crypto'
import type { Sql } from '#db/sql.ts'

/** What pages can be notified about. */
export const topics = ['events', 'runs', 'messages', 'tasks', 'workflows', 'settings', 'jobs'] as const
export type Topic = (typeof topics)[number]

/** For each topic a short text that differs when something has changed. */
export type Marks = Readonly<Record<Topic, string>>

/**
 * Reads the newest rows of each list, by their indexes: a few hundred rows, however many there are. Changes further
 * down are not reported; pages that show them query them.
 */
export async function readMarks(tx: Sql, organisationId: string): Promise<Marks> {
  const { rows } = await tx.query<Record<Topic, string | null>>(STATEMENT, [organisationId])
  const found = rows[0] as Record<Topic, string | null>
  return Object.fromEntries(topics.map(topic => [topic, mark(found[topic] ?? '')])) as Marks
}

const mark = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 8)

export const changedTopics = (before: Marks, after: Marks): Topic[] =>
  topics.filter(topic => before[topic] !== after[topic])

/** The id of a server-sent event: what its reader has seen, so that it can continue on any connection. */
export const writeMarks = (marks: Marks): string => topics.map(topic => marks[topic]).join('.')

export function readSeenMarks(text: string | undefined): Marks | undefined {
  const parts = text?.split('.') ?? []
  if (parts.length !== topics.length) return undefined
  return Object.fromEntries(topics.map((topic, index) => [topic, parts[index]])) as Marks
}

const STATEMENT = `
  SELECT
    (SELECT e.id::text FROM events e WHERE e.organisation_id = $1 ORDER BY e.id DESC LIMIT 1) AS events,
    (SELECT string_agg(l.id || ' ' || l.sequence, ',') FROM (
       SELECT r.id, r.sequence FROM runs r WHERE r.organisation_id = $1 ORDER BY r.id DESC LIMIT 200) AS l) AS runs,
    (SELECT string_agg(l.id || ' ' || l.status || ' ' || l.attempt, ',') FROM (
       SELECT m.id, m.status, m.attempt FROM messages m WHERE m.organisation_id = $1
       ORDER BY m.created_at DESC, m.id DESC LIMIT 100) AS l) AS messages,
    (SELECT string_agg(l.id || ' ' || coalesce(l.assignee, ''), ',') FROM (
       SELECT t.id, t.assignee FROM tasks t WHERE t.organisation_id = $1 AND t.status = 'open'
       ORDER BY t.created_at DESC, t.id DESC LIMIT 100) AS l) AS tasks,
    o.workflow_revision::text AS workflows,
    o.settings_revision::text AS settings,
    (SELECT string_agg(l.id || ' ' || l.status || ' ' || l.progress, ',') FROM (
       SELECT u.id, u.status, u.progress::text FROM undertakings u WHERE u.organisation_id = $1
       ORDER BY u.id DESC LIMIT 20) AS l) AS jobs
  FROM organisations o WHERE o.id = $1`
