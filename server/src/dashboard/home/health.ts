import type { Attention, HomeHealth } from '@millrace/contract/dashboard/home'
import type { OrganisationSettings } from '@millrace/contract/settings'
import type { Sql } from '#db/sql.ts'
import type { WaitingJobs } from '#queue/waiting-jobs.ts'
import type { Sight } from '../lists/sight.ts'

const MOST_SOURCES = 6
const MOST_VENUES = 8

export interface AskedHealth {
  readonly organisationId: string
  readonly sight: Sight
  readonly attention: readonly Attention[]
  readonly queue: WaitingJobs
  readonly budgets: OrganisationSettings['budgets']
  /** Of the time zone of the organisation. */
  readonly today: string
}

export async function readHealth(tx: Sql, asked: AskedHealth): Promise<HomeHealth> {
  const { attention, queue } = asked
  const [sources, budgets] = await Promise.all([heardFrom(tx, asked), used(tx, asked)])
  const sum = (kind: Attention['kind']) =>
    attention.reduce((all, item) => all + (item.kind === kind ? (item.count ?? 0) : 0), 0)
  return {
    ...sources,
    retrying: sum('messages_retrying'),
    failed: sum('runs_failed'),
    queue: { waiting: queue.waiting, oldest_at: queue.oldest_at?.toISOString() ?? null },
    budgets,
  }
}

interface Heard {
  source: string
  serial: string
  name: string
  last_seen_at: Date
  silent: boolean
}

/** What was never heard from at a venue, or not for a month, is nothing that anyone expects there. */
async function heardFrom(tx: Sql, { organisationId, sight }: AskedHealth) {
  const { rows } = await tx.query<Heard>(
    `SELECT s.source, s.serial, v.name, s.last_seen_at, s.last_seen_at < now() - interval '2 days' AS silent
     FROM source_venues s JOIN venues v ON v.organisation_id = s.organisation_id AND v.serial = s.serial
     WHERE s.organisation_id = $1 AND s.last_seen_at > now() - interval '30 days' AND NOT v.paused
       AND ($2::text[] IS NULL OR s.serial = ANY($2))
     ORDER BY sum(s.events) OVER (PARTITION BY s.source) DESC, s.source, s.last_seen_at, s.serial`,
    [organisationId, sight],
  )
  const shown = [...Map.groupBy(rows, ({ source }) => source)].slice(0, MOST_SOURCES)
  const serials = new Set(
    rows
      .toSorted((one, other) => one.last_seen_at.getTime() - other.last_seen_at.getTime())
      .map(({ serial }) => serial),
  )
  const columns = new Set([...serials].slice(0, MOST_VENUES))
  return {
    sources: shown.map(([source, of]) => ({
      source,
      venues: of
        .filter(({ serial }) => columns.has(serial))
        .map(({ serial, name, last_seen_at, silent }) => ({
          serial,
          name,
          last_seen_at: last_seen_at.toISOString(),
          silent,
        })),
    })),
    venues: serials.size,
    silent: rows.filter(({ silent }) => silent).length,
  }
}

async function used(
  tx: Sql,
  { organisationId, budgets, today }: AskedHealth,
): Promise<HomeHealth['budgets']> {
  const limits = [
    ['points', budgets.points_a_day],
    ['sms', budgets.sms_a_day],
  ] as const
  if (limits.every(([, limit]) => limit === null)) return []
  const { rows } = await tx.query<{ kind: 'points' | 'sms'; used: number }>(
    'SELECT kind, used FROM daily_usage WHERE organisation_id = $1 AND day = $2',
    [organisationId, today],
  )
  return limits.flatMap(([kind, limit]) =>
    limit === null ? [] : [{ kind, limit, used: rows.find(row => row.kind === kind)?.used ?? 0 }],
  )
}
