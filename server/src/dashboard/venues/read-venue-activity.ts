import type { VenueActivity } from '@millrace/contract/dashboard/venues'
import type { ManagedVenue } from '@millrace/contract/venue'
import { readVenueCounts } from '#counts/read-counts.ts'
import type { Sql } from '#db/sql.ts'
import { listMembers } from '#members/members.ts'
import { readClock } from '#runs/load/read-clock.ts'
import { dayStarts, sum, wholeHour } from '../home/series.ts'

const DAYS = 28
/** More are not counted. */
const MOST = 1_000

export async function readVenueActivity(
  tx: Sql,
  organisationId: string,
  { serial, time_zone }: Pick<ManagedVenue, 'serial' | 'time_zone'>,
): Promise<Omit<VenueActivity, 'visits'>> {
  const starts = dayStarts(DAYS, await readClock(tx), time_zone)
  const [hours, sources, tasks, members] = await Promise.all([
    readVenueCounts(tx, organisationId, serial, wholeHour(starts[0] as Date)),
    readSources(tx, organisationId, serial),
    countTasks(tx, organisationId, serial),
    listMembers(tx),
  ])
  const days = starts.map((from, place) => {
    const to = starts[place + 1]
    const within = hours.filter(({ hour }) => hour >= from && (to === undefined || hour < to))
    const { events = 0, runs = 0, success = 0 } = sum(within.map(({ counts }) => counts))
    return { from: from.toISOString(), events, runs, success }
  })
  return {
    days,
    sources,
    open_tasks: tasks.open,
    overdue_tasks: tasks.overdue,
    members: members
      .filter(({ serials }) => serials?.includes(serial))
      .map(({ id, name, email, role }) => ({ id, name, email, role })),
    members_of_all: members.filter(({ serials }) => serials === null).length,
  }
}

async function readSources(tx: Sql, organisationId: string, serial: string) {
  const { rows } = await tx.query<{ source: string; last_seen_at: Date }>(
    `SELECT source, last_seen_at FROM source_venues WHERE organisation_id = $1 AND serial = $2
     ORDER BY last_seen_at DESC, source LIMIT 20`,
    [organisationId, serial],
  )
  return rows.map(({ source, last_seen_at }) => ({ source, last_seen_at: last_seen_at.toISOString() }))
}

/** Among the newest open ones: tasks are done within days, and an organisation has no thousands of them. */
async function countTasks(tx: Sql, organisationId: string, serial: string) {
  const { rows } = await tx.query<{ open: number; overdue: number }>(
    `SELECT count(*) AS open, count(*) FILTER (WHERE t.due_at < now()) AS overdue
     FROM (
       SELECT serial, due_at FROM tasks WHERE organisation_id = $1 AND status = 'open' ORDER BY created_at DESC, id DESC LIMIT 10000
     ) AS t WHERE t.serial = $2`,
    [organisationId, serial],
  )
  const { open, overdue } = rows[0] as { open: number; overdue: number }
  return { open: Math.min(open, MOST), overdue: Math.min(overdue, MOST) }
}
