import type { Home, HomeRange } from '@millrace/contract/dashboard/home'
import { defaultSettings } from '@millrace/contract/settings'
import { readCounts } from '#counts/read-counts.ts'
import type { Sql } from '#db/sql.ts'
import { readClock } from '#runs/load/read-clock.ts'
import type { Sight } from '../lists/sight.ts'
import { findAttention } from './attention.ts'
import { findChanges } from './changes.ts'
import { readChecklist } from './checklist.ts'
import { bucketed, bucketStarts, periodBefore, total } from './series.ts'

/**
 * Figures are counted for the whole organisation, so members who see only some venues get none; what needs attention is
 * what they could find in their lists.
 */
export async function readHome(
  tx: Sql,
  organisationId: string,
  range: HomeRange,
  sight: Sight = null,
  isOwner = false,
): Promise<Home> {
  const [now, zone] = await Promise.all([readClock(tx), readTimeZone(tx, organisationId)])
  const starts = bucketStarts(range, now, zone)
  const first = starts[0] as Date
  const before = periodBefore(range, now, zone)
  const [hours, checklist, attention, changes] = await Promise.all([
    sight === null ? readCounts(tx, organisationId, wholeHour(before.from)) : [],
    readChecklist(tx, organisationId),
    findAttention(tx, organisationId, now, sight, isOwner),
    findChanges(tx, organisationId),
  ])
  return {
    range,
    bucket: range === '24h' ? 'hour' : 'day',
    time_zone: zone,
    series: sight === null ? bucketed(starts, hours) : [],
    totals: total(hours.filter(({ hour }) => hour >= first)),
    before: total(hours.filter(({ hour }) => hour >= before.from && hour < before.to)),
    checklist,
    attention,
    changes,
  }
}

/** Some zones are half an hour off; there a day begins at the next whole hour. */
const wholeHour = (at: Date) => new Date(Math.floor(at.getTime() / 3_600_000) * 3_600_000)

async function readTimeZone(tx: Sql, organisationId: string): Promise<string> {
  const { rows } = await tx.query<{ zone: string | null }>(
    `SELECT settings->>'time_zone' AS zone FROM organisations WHERE id = $1`,
    [organisationId],
  )
  return rows[0]?.zone ?? defaultSettings.time_zone
}
