import type { Attention } from '@millrace/contract/dashboard/home'
import { say, sayCount } from '@millrace/contract/say'
import { idAt } from '#base/id-at.ts'
import type { Sql } from '#db/sql.ts'
import { countsRun, type Sight, seesEvent } from '../lists/sight.ts'
import { troubledConnections } from './connections.ts'
import { providersDown } from './providers.ts'

/** More are not counted: they need attention either way. */
const MOST = 1_000
const DAY_MS = 86_400_000
const nothing = { count: null, workflow_id: null, source: null, connection_id: null }

/** What needs attention, from the last seven days or from today: only what someone can do something about. */
export async function findAttention(
  tx: Sql,
  organisationId: string,
  now: Date,
  sight: Sight = null,
  isOwner = false,
): Promise<Attention[]> {
  const since = idAt(new Date(now.getTime() - 7 * DAY_MS))
  const found = await Promise.all([
    loops(tx, organisationId, new Date(now.getTime() - DAY_MS)),
    isOwner ? providersDown(tx, organisationId) : [],
    isOwner ? troubledConnections(tx, organisationId) : [],
    failedRuns(tx, organisationId, since, sight),
    retriedMessages(tx, organisationId, sight),
    spentBudgets(tx, organisationId, now),
    changedFields(tx, organisationId, new Date(now.getTime() - 7 * DAY_MS)),
    unusedEvents(tx, organisationId, since, sight),
    endingKeys(tx, organisationId, now),
  ])
  return found.flat()
}

async function loops(tx: Sql, organisationId: string, since: Date): Promise<Attention[]> {
  const { rows } = await tx.query<{ workflow_id: string; name: string }>(
    `SELECT l.workflow_id, w.name FROM loop_alerts l
     JOIN workflows w ON w.organisation_id = l.organisation_id AND w.id = l.workflow_id
     WHERE l.organisation_id = $1 AND l.seen_at > $2 ORDER BY l.seen_at DESC LIMIT 20`,
    [organisationId, since],
  )
  return rows.map(({ workflow_id, name }) => ({
    ...nothing,
    kind: 'loop_suspected',
    sentence: say`"${name}" seems to trigger itself: its webhook call leads to an event that starts it again. Such events were stopped in the last 24 hours.`,
    workflow_id,
  }))
}

async function failedRuns(
  tx: Sql,
  organisationId: string,
  since: string,
  sight: Sight,
): Promise<Attention[]> {
  const { rows } = await tx.query<{ workflow_id: string; name: string; count: number }>(
    `SELECT f.workflow_id, w.name, count(*) AS count
     FROM (
       SELECT r.workflow_id FROM runs r
       WHERE r.organisation_id = $1 AND r.error IS NOT NULL AND r.status = 'failed' AND r.id >= $2
         AND ($4::text[] IS NULL OR ${countsRun.replaceAll(':value', '$4')})
       ORDER BY r.id DESC LIMIT $3
     ) AS f
     JOIN workflows w ON w.organisation_id = $1 AND w.id = f.workflow_id
     GROUP BY f.workflow_id, w.name ORDER BY count(*) DESC, w.name LIMIT 20`,
    [organisationId, since, MOST, sight],
  )
  return rows.map(({ workflow_id, name, count }) => ({
    ...nothing,
    kind: 'runs_failed',
    sentence: say`${counted(count, sayCount(count, '# run', '# runs'))} of "${name}" failed in the last seven days.`,
    count,
    workflow_id,
  }))
}

/** Failing at this moment: tried more than once without success, and still tried again. */
async function retriedMessages(tx: Sql, organisationId: string, sight: Sight): Promise<Attention[]> {
  const { rows } = await tx.query<{
    workflow_id: string
    name: string
    channel: keyof typeof channels
    count: number
    reason: string | null
  }>(
    `SELECT f.workflow_id, w.name, f.channel, count(*) AS count, max(f.reason) AS reason
     FROM (
       SELECT r.workflow_id, m.channel, m.error->>'message' AS reason
       FROM messages m
       JOIN runs r ON r.organisation_id = m.organisation_id AND r.id = m.run_id
       WHERE m.organisation_id = $1 AND m.channel IN ('email', 'sms', 'webhook') AND m.status = 'pending'
         AND m.attempt > 1 AND m.error IS NOT NULL
         AND ($3::text[] IS NULL OR ${countsRun.replaceAll(':value', '$3')})
       LIMIT $2
     ) AS f
     JOIN workflows w ON w.organisation_id = $1 AND w.id = f.workflow_id
     GROUP BY f.workflow_id, w.name, f.channel ORDER BY count(*) DESC, w.name, f.channel LIMIT 20`,
    [organisationId, MOST, sight],
  )
  return rows.map(({ workflow_id, name, channel, count, reason }) => ({
    ...nothing,
    kind: 'messages_retrying',
    sentence: `${say`${counted(count, channels[channel](count))} of "${name}" failed and will be retried`}${reason ? `: ${reason}` : '.'}`,
    count,
    workflow_id,
  }))
}

const channels = {
  email: (count: number) => sayCount(count, '# e-mail', '# e-mails'),
  sms: (count: number) => sayCount(count, '# text message', '# text messages'),
  webhook: (count: number) => sayCount(count, '# webhook call', '# webhook calls'),
}

/** As long as the end can still be moved. */
async function endingKeys(tx: Sql, organisationId: string, now: Date): Promise<Attention[]> {
  const { rows } = await tx.query<{ name: string; ends_at: Date }>(
    `SELECT name, ends_at FROM api_keys
     WHERE organisation_id = $1 AND revoked_at IS NULL AND ends_at > $2 AND ends_at < $3
     ORDER BY ends_at LIMIT 20`,
    [organisationId, now, new Date(now.getTime() + 14 * DAY_MS)],
  )
  return rows.map(({ name, ends_at }) => ({
    ...nothing,
    kind: 'key_ending',
    sentence: say`The API key "${name}" expires on ${ends_at.toISOString().slice(0, 10)}.`,
  }))
}

async function spentBudgets(tx: Sql, organisationId: string, now: Date): Promise<Attention[]> {
  const { rows } = await tx.query<{ kind: 'points' | 'sms' }>(
    'SELECT kind FROM daily_usage WHERE organisation_id = $1 AND spent_at > $2 ORDER BY kind',
    [organisationId, new Date(now.getTime() - DAY_MS)],
  )
  return rows.map(({ kind }) => ({
    ...nothing,
    kind: 'budget_spent',
    sentence:
      kind === 'sms'
        ? say`The SMS budget was used up in the last 24 hours. Further SMS were not sent.`
        : say`The points budget was used up in the last 24 hours. Further points were not awarded.`,
  }))
}

/** A key that had one type for a while, and then another. */
async function changedFields(tx: Sql, organisationId: string, since: Date): Promise<Attention[]> {
  const { rows } = await tx.query<{ source: string; key: string; type: string; before: string }>(
    `SELECT f.source, f.key, f.type, before.type AS before
     FROM source_fields f
     CROSS JOIN LATERAL (
       SELECT o.type FROM source_fields o
       WHERE o.organisation_id = $1 AND o.source = f.source AND o.key = f.key AND o.type NOT IN (f.type, 'null')
         AND o.first_seen_at < f.first_seen_at
       ORDER BY o.last_seen_at DESC LIMIT 1
     ) AS before
     WHERE f.organisation_id = $1 AND f.type <> 'null' AND f.first_seen_at > $2
     ORDER BY f.first_seen_at DESC LIMIT 20`,
    [organisationId, since],
  )
  return rows.map(({ source, key, type, before }) => ({
    ...nothing,
    kind: 'source_drift',
    sentence: say`"${key}" of ${sourceInWords(source)} was ${typeInWords(before)}, and is now sometimes ${typeInWords(type)}.`,
    source,
  }))
}

/**
 * Events that no workflow asks for. An event that a workflow asks for and that does not match is nothing unusual: most
 * bills are not large enough for a thank-you.
 */
async function unusedEvents(
  tx: Sql,
  organisationId: string,
  since: string,
  sight: Sight,
): Promise<Attention[]> {
  const { rows } = await tx.query<{ source: string; count: number }>(
    `SELECT u.source, count(*) AS count
     FROM (
       SELECT coalesce(e.source, '') AS source FROM events e
       WHERE e.organisation_id = $1 AND e.status = 'unrouted' AND e.id >= $2
         AND ($4::text[] IS NULL OR ${seesEvent.replaceAll(':value', '$4')})
       ORDER BY e.id DESC LIMIT $3
     ) AS u
     WHERE NOT EXISTS (
       SELECT FROM workflows w
       JOIN workflow_versions v
         ON v.organisation_id = w.organisation_id AND v.workflow_id = w.id AND v.version = w.version
       WHERE w.organisation_id = $1 AND w.status IN ('active', 'paused')
         AND CASE WHEN u.source = '' THEN w.source IS NULL
             ELSE jsonb_path_exists(v.definition, '$.**.source ? (@ == $source)', jsonb_build_object('source', u.source))
             END
     )
     GROUP BY u.source ORDER BY count(*) DESC, u.source LIMIT 20`,
    [organisationId, since, MOST, sight],
  )
  return rows.map(({ source, count }) => ({
    ...nothing,
    kind: 'events_unrouted',
    sentence: say`No workflow uses events from ${sourceInWords(source)}: ${count >= MOST ? say`at least ${eventsOf(count)}` : eventsOf(count)} in the last seven days.`,
    count,
    source,
  }))
}

const counted = (count: number, things: string) => (count >= MOST ? say`At least ${things}` : things)
const eventsOf = (count: number) => sayCount(count, '# event', '# events')
const sourceInWords = (source: string) => (source === '' ? say`senders without a source` : `"${source}"`)
const typeInWords = (type: string) =>
  ({ text: say`text`, number: say`a number`, boolean: say`yes or no` })[type] ?? type
