import { triggerKind } from '@millrace/contract/workflow'
import { faultPoint } from '#base/fault-point.ts'
import { newId } from '#base/ids.ts'
import { bareArray } from '#db/array-literal.ts'
import type { Sql } from '#db/sql.ts'
import { claimReEntries } from '#events/claim-re-entries.ts'
import { unread } from '#guests/guest-profile.ts'
import { count } from '#jobs/count.ts'
import { loadProfiles } from '#jobs/load-profiles.ts'
import { refuse } from '#routing/route.ts'
import { enqueueRuns } from '#runs/advance-job.ts'
import { insertRuns } from '#runs/change/insert-runs.ts'
import { guestKey } from '#runs/load/load-guests.ts'
import { loadPastRuns } from '#runs/load/load-past-runs.ts'
import { onlySends } from '#steps/unreachable.ts'
import type { OrganisationFacts } from '#venues/organisation-facts.ts'
import { guestVisitsOf } from '#visits/guest-visits.ts'
import type { CompiledWorkflow } from '#workflows/compile.ts'
import type { Due } from '#workflows/due/due.ts'
import { type EventFacts, type GuestFacts, noPastRuns } from '#workflows/facts.ts'
import type { Schedule } from '#workflows/schedules.ts'
import { claimOccasions, type Occasion, turnAway } from './occasions.ts'
import type { DayCounts } from './record-day.ts'
import type { ScheduleParts } from './start-scheduled.ts'

export interface ScheduledWorkflow {
  readonly schedule: Schedule
  readonly workflow: CompiledWorkflow
  readonly organisation: OrganisationFacts
}

export interface Considered extends Occasion {
  readonly event: EventFacts
  readonly guest: GuestFacts
}

/** Starts the runs of guests who are due, through the same door as events: conditions, venues and the re-entry limit. */
export async function startDue(
  tx: Sql,
  { queue }: Pick<ScheduleParts, 'queue'>,
  given: ScheduledWorkflow,
  due: readonly Due[],
  alsoRefuse?: AlsoRefuse,
): Promise<StartedDue> {
  const { schedule, workflow } = given
  const { organisationId } = schedule
  const considered = await considerEach(tx, given, due, alsoRefuse, 'FOR KEY SHARE')
  const claimed = await claimOccasions(tx, schedule, considered)
  faultPoint('schedule:claimed')
  const fresh = considered.filter(({ guestId }) => claimed.has(guestId))
  const wanted = fresh.filter(({ skipped }) => skipped === undefined)
  const turned = await limited(tx, given, wanted)
  await turnAway(tx, schedule, turned)
  const away = new Set(turned.map(({ guestId }) => guestId))
  const entering = wanted.filter(({ guestId }) => !away.has(guestId))
  if (entering.length > 0) {
    const common = { organisationId, trigger: triggerKind(workflow.trigger), bypassed: [], createdAt: null }
    await insertRuns(
      tx,
      common,
      entering.map(({ runId, guestId, event }) => ({
        id: runId,
        workflowId: workflow.id,
        workflowVersion: workflow.version,
        guestId,
        eventId: null,
        input: event,
      })),
    )
    const jobs = entering.map(({ runId }) => ({
      organisation_id: organisationId,
      run_id: runId,
      sequence: 0,
    }))
    await enqueueRuns(tx, queue, jobs)
  }
  faultPoint('schedule:written')
  const skipped: Record<string, number> = {}
  for (const one of [...fresh, ...turned]) if (one.skipped !== undefined) count(skipped, one.skipped.reason)
  const counts = { considered: fresh.length, started: entering.length, skipped }
  return { counts, guestIds: new Set(considered.map(({ guestId }) => guestId)) }
}

export interface StartedDue {
  readonly counts: DayCounts
  /** Those who exist. */
  readonly guestIds: ReadonlySet<string>
}

/** Why a guest who may enter does not start after all. */
export type AlsoRefuse = (guest: GuestFacts) => Occasion['skipped']

/** What becomes of each, before the re-entry limit. Those who do not exist any longer are missing. */
export async function considerEach(
  tx: Sql,
  {
    schedule,
    workflow,
    organisation,
  }: Omit<ScheduledWorkflow, 'schedule'> & { schedule: Pick<Schedule, 'organisationId' | 'now'> },
  due: readonly Due[],
  alsoRefuse: AlsoRefuse | undefined,
  hold: '' | 'FOR KEY SHARE',
): Promise<Considered[]> {
  const { organisationId, now } = schedule
  // Their segments and suppressions are read only where they may turn a guest away.
  const read =
    hold === '' || workflow.needs.guestAtTrigger || (alsoRefuse !== undefined && onlySends(workflow))
  const ids = due.map(({ guestId }) => guestId)
  const asked = workflow.needs.pastRunsAtTrigger
  const [guests, pastRuns, visits] = await Promise.all([
    read ? loadProfiles(tx, organisationId, ids, hold) : holdGuests(tx, organisationId, ids),
    loadPastRuns(tx, asked.length === 0 ? [] : ids.map(guestId => ({ organisationId, guestId })), asked),
    workflow.needs.visitsAtTrigger
      ? guestVisitsOf(
          tx,
          due.map(({ guestId, serial }) => ({ organisationId, guestId, serial })),
        )
      : undefined,
  ])
  return due.flatMap(({ guestId, occasion, serial, parameters }, index) => {
    const guest = guests.get(guestId)
    // Deleted since the query.
    if (guest === undefined) return []
    const event = { source: null, serials: serial === null ? [] : [serial], parameters }
    const refusal = refuse(workflow, event, guest, {
      venues: organisation.venues,
      pastRuns: pastRuns.get(guestKey({ organisationId, guestId })) ?? noPastRuns,
      timeZone: organisation.settings.time_zone,
      now,
      visits: visits?.[index],
    })
    // Their venue is the one of these that they visited last.
    const visited = refusal?.reason === 'venue_not_targeted' ? { visited: false } : {}
    const skipped =
      refusal === undefined
        ? alsoRefuse?.(guest)
        : { reason: refusal.reason, detail: { ...refusal.detail, ...visited } }
    return [{ guestId, guest, occasion, serial, event, runId: newId(), skipped }]
  })
}

/** Those who exist, of whom nothing else is read; see loadProfiles. */
async function holdGuests(
  tx: Sql,
  organisationId: string,
  ids: readonly string[],
): Promise<Map<string, GuestFacts>> {
  const { rows } = await tx.query<{ id: string }>(
    'SELECT g.id FROM guests g WHERE g.organisation_id = $1 AND g.id = ANY($2) ORDER BY g.id FOR KEY SHARE',
    [organisationId, bareArray([...new Set(ids)])],
  )
  return new Map(rows.map(({ id }) => [id, unread(id)]))
}

/** Those whom the re-entry limit turns away. */
async function limited(
  tx: Sql,
  { schedule: { organisationId, now }, workflow }: ScheduledWorkflow,
  wanted: readonly Considered[],
): Promise<Considered[]> {
  const limit = workflow.trigger.re_entry
  if (limit === undefined || wanted.length === 0) return []
  const verdicts = await claimReEntries(
    tx,
    organisationId,
    now.toISOString(),
    wanted.map(({ guestId, serial }) => ({
      workflowId: workflow.id,
      guestId,
      serial: limit.per === 'guest_and_venue' ? (serial ?? '') : '',
      limit,
    })),
  )
  return wanted.flatMap((one, index) => {
    const verdict = verdicts[index]
    if (verdict === undefined || verdict.admitted) return []
    return [
      { ...one, skipped: { reason: 're_entry_limited', detail: { until: verdict.until, per: limit.per } } },
    ]
  })
}
