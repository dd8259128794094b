import { dailyRule, isScheduled } from '@millrace/contract/workflow'
import type pg from 'pg'
import { jobLocks } from '#db/advisory-locks.ts'
import { inTransaction } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import { isUnavailable } from '#db/unavailable.ts'
import type { Logger } from '#observability/logger.ts'
import type { Queue } from '#queue/queue.ts'
import type { OrganisationFacts, OrganisationFactsCache } from '#venues/organisation-facts.ts'
import type { Catalogue } from '#workflows/catalogue.ts'
import type { CompiledWorkflow } from '#workflows/compile.ts'
import { zoneOn, zonesOf } from '#workflows/due/zones.ts'
import { isHourly } from '#workflows/occasions/hours.ts'
import { dayAfter, slotOn } from '#workflows/occasions/slots.ts'
import {
  dropSchedule,
  LOOK_EVERY_SECONDS,
  nextSchedule,
  postponeSchedule,
  type Schedule,
  type ScheduleProgress,
  saveSchedule,
  type ZoneProgress,
} from '#workflows/schedules.ts'
import { considerBroadcast } from './consider-broadcast.ts'
import { considerSegment } from './consider-segment.ts'
import { considerSlot, ON_TIME_MS } from './consider-slot.ts'
import { hourlyProgressIn, nextHours, progressIn } from './progress-in.ts'
import { startMissed } from './start-missed.ts'

export interface ScheduleParts {
  readonly database: { readonly engine: pg.Pool }
  readonly catalogue: Catalogue
  readonly organisations: OrganisationFactsCache
  readonly queue: Pick<Queue, 'enqueue'>
  readonly logger: Pick<Logger, 'error'>
}

/**
 * Starts runs of workflows that the clock, a segment or a broadcast starts: one portion of the guests who are due, in one transaction with
 * their occasions, their runs and how far it is. If the process is killed in the middle, none of it has happened.
 * One process does this at a time. Returns whether there was anything to look at.
 */
export async function startScheduled(parts: ScheduleParts): Promise<boolean> {
  const { engine } = parts.database
  let taken: Schedule | undefined
  try {
    return await inTransaction(engine, async tx => {
      if (!(await isAlone(tx))) return false
      taken = await nextSchedule(tx)
      if (taken !== undefined) await carryOn(tx, parts, taken)
      return taken !== undefined
    })
  } catch (error) {
    if (taken === undefined || isUnavailable(error)) throw error
    const { workflowId, now } = taken
    parts.logger.error({ err: error, workflow_id: workflowId }, 'a scheduled workflow failed')
    // The others continue, and this one is tried again.
    const failed = taken
    await inTransaction(engine, tx => postponeSchedule(tx, failed, inSeconds(now, RETRY_SECONDS)))
    return true
  }
}

const RETRY_SECONDS = 60

async function isAlone(tx: Sql): Promise<boolean> {
  const { rows } = await tx.query<{ alone: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS alone', [
    jobLocks.startScheduled,
  ])
  return rows[0]?.alone === true
}

async function carryOn(tx: Sql, parts: ScheduleParts, schedule: Schedule): Promise<void> {
  const { organisationId, workflowId, now } = schedule
  const workflow = await liveWorkflow(tx, parts.catalogue, schedule)
  if (workflow === undefined) return dropSchedule(tx, organisationId, workflowId)
  const later = inSeconds(now, LOOK_EVERY_SECONDS)
  if (workflow === 'unreadable' || !isScheduled(workflow.trigger))
    return postponeSchedule(tx, schedule, later)
  const found = await parts.organisations.find(tx, [organisationId])
  const organisation = found.get(organisationId) as OrganisationFacts
  const { trigger } = workflow
  if (await startMissed(tx, parts, { schedule, workflow, organisation }))
    return postponeSchedule(tx, schedule, now)
  if ('segment' in trigger) {
    const wait = await considerSegment(tx, parts, { schedule, workflow, trigger, organisation })
    return postponeSchedule(tx, schedule, inSeconds(now, wait))
  }
  if ('broadcast' in trigger)
    return considerBroadcast(tx, parts, { schedule, workflow, trigger, organisation })
  const { time } = dailyRule(trigger)
  const zones = zonesOf(trigger, organisation)
  const hourly = isHourly(trigger)
  let progress: ScheduleProgress = hourly
    ? hourlyProgressIn(schedule, zones)
    : progressIn(schedule, zones, time)

  let dueAt = later
  let left = MOST_DAYS
  for (const zone of zones) {
    for (;;) {
      const before = progress[zone.key] as ZoneProgress
      const slot = hourly
        ? nextHours(before, zone, now, ON_TIME_MS)
        : slotOn(dayAfter(before.day), time, zone.timeZone)
      if (slot.at > now) {
        if (slot.at < dueAt) dueAt = slot.at
        break
      }
      const ofDay = zoneOn(slot, zone, zones, trigger)
      const given = { schedule, workflow, trigger, organisation, zone: ofDay, slot, before }
      const considered = await considerSlot(tx, parts, given)
      progress = { ...progress, [zone.key]: considered.progress }
      // What is held back is looked at again later; the others continue.
      if (considered.outcome === 'held') break
      left -= 1
      if (considered.outcome === 'some' || left === 0)
        return saveSchedule(tx, schedule, { progress, dueAt: now })
    }
  }
  await saveSchedule(tx, schedule, { progress, dueAt })
}

/** Days without anyone that one transaction passes over, after a long time without a worker. */
const MOST_DAYS = 100

/** undefined: the clock does not start it any longer. */
async function liveWorkflow(
  tx: Sql,
  catalogue: Catalogue,
  { organisationId, workflowId }: Schedule,
): Promise<CompiledWorkflow | 'unreadable' | undefined> {
  const { rows } = await tx.query<{ revision: number; live: boolean }>(
    `SELECT o.workflow_revision AS revision, w.status IN ('active', 'paused') AS live
     FROM workflows w JOIN organisations o ON o.id = w.organisation_id
     WHERE w.organisation_id = $1 AND w.id = $2`,
    [organisationId, workflowId],
  )
  const [found] = rows
  if (found === undefined || !found.live) return undefined
  const { byId } = await catalogue.listening(tx, organisationId, found.revision)
  return byId.get(workflowId) ?? 'unreadable'
}

const inSeconds = (moment: Date, seconds: number) => new Date(moment.getTime() + seconds * 1_000)
