import type { Home, HomeRange } from '@millrace/contract/dashboard/home'
import { defaultSettings, type OrganisationSettings } from '@millrace/contract/settings'
import { dateIn } from '#calendar/date-in.ts'
import { readCounts } from '#counts/read-counts.ts'
import type { Sql } from '#db/sql.ts'
import type { WaitingJobs } from '#queue/waiting-jobs.ts'
import { readClock } from '#runs/load/read-clock.ts'
import type { Sight } from '../lists/sight.ts'
import { findAttention } from './attention.ts'
import { findChanges } from './changes.ts'
import { readChecklist } from './checklist.ts'
import { readHealth } from './health.ts'
import { bucketed, bucketStarts, periodBefore, total, wholeHour } from './series.ts'

export interface AskedHome {
  readonly range: HomeRange
  readonly sight: Sight
  readonly isOwner: boolean
  readonly queue: WaitingJobs
}

/**
 * Figures are counted for the whole organisation, so members who see only some venues get none; what needs attention is
 * what they could find in their lists.
 */
export async function readHome(
  tx: Sql,
  organisationId: string,
  { range, sight, isOwner, queue }: AskedHome,
): Promise<Home> {
  const [now, { zone, budgets }] = await Promise.all([readClock(tx), readSettings(tx, organisationId)])
  const starts = bucketStarts(range, now, zone)
  const first = starts[0] as Date
  const before = periodBefore(range, now, zone)
  const [hours, checklist, attention, changes] = await Promise.all([
    sight === null ? readCounts(tx, organisationId, wholeHour(before.from)) : [],
    readChecklist(tx, organisationId),
    findAttention(tx, organisationId, now, sight, isOwner),
    findChanges(tx, organisationId),
  ])
  const today = dateIn(now, zone)
  return {
    range,
    bucket: range === '24h' ? 'hour' : 'day',
    time_zone: zone,
    series: sight === null ? bucketed(starts, hours) : [],
    totals: total(hours.filter(({ hour }) => hour >= first)),
    before: total(hours.filter(({ hour }) => hour >= before.from && hour < before.to)),
    checklist,
    attention,
    health: await readHealth(tx, { organisationId, sight, attention, queue, budgets, today }),
    changes,
  }
}

async function readSettings(tx: Sql, organisationId: string) {
  const { rows } = await tx.query<{ zone: string | null; budgets: OrganisationSettings['budgets'] | null }>(
    `SELECT settings->>'time_zone' AS zone, settings->'budgets' AS budgets FROM organisations WHERE id = $1`,
    [organisationId],
  )
  return {
    zone: rows[0]?.zone ?? defaultSettings.time_zone,
    budgets: rows[0]?.budgets ?? defaultSettings.budgets,
  }
}
