import type { BroadcastEstimate } from '@millrace/contract/sent-broadcast'
import type { BroadcastTrigger } from '@millrace/contract/workflow'
import type { Sql } from '#db/sql.ts'
import { count } from '#jobs/count.ts'
import { mayReEnter } from '#routing/re-entry.ts'
import { loadSent } from '#runs/effects/load-allowances.ts'
import { guestKey } from '#runs/load/load-guests.ts'
import { readClock } from '#runs/load/read-clock.ts'
import { isCapped } from '#steps/capped.ts'
import { unlimited } from '#steps/step.ts'
import { unreachable } from '#steps/unreachable.ts'
import type { OrganisationFacts, OrganisationFactsCache } from '#venues/organisation-facts.ts'
import type { CompiledWorkflow } from '#workflows/compile.ts'
import {
  countMembers,
  sampleMembers,
  venuesAsked,
  zonesOfBroadcast,
} from '#workflows/due/broadcast-guests.ts'
import { nextBroadcastSlot } from '#workflows/occasions/broadcast-occasion.ts'
import { perGuestMs } from './pace.ts'
import { type Considered, considerEach } from './start-due.ts'

/** Of a larger segment, so many guests are looked at, and the others are taken to be like them. */
const SAMPLE = 5_000
const PORTION = 500

interface Estimated {
  readonly organisationId: string
  /** As if it were live. */
  readonly workflow: CompiledWorkflow
  /** Its trigger. */
  readonly trigger: BroadcastTrigger
}

/** Whom a broadcast would start for if it were sent now. Nothing is written. */
export async function estimateBroadcast(
  sql: Sql,
  organisations: OrganisationFactsCache,
  { organisationId, workflow, trigger }: Estimated,
): Promise<BroadcastEstimate> {
  const { broadcast } = trigger
  const [now, found, members] = await Promise.all([
    readClock(sql),
    organisations.find(sql, [organisationId]),
    countMembers(sql, organisationId, broadcast.segment),
  ])
  const organisation = found.get(organisationId) as OrganisationFacts
  const venues = venuesAsked(trigger, organisation.venues)
  const sample = await sampleMembers(sql, { organisationId, segmentId: broadcast.segment, venues }, SAMPLE)
  const skipped: Record<string, number> = {}
  let starts = 0
  let capped = 0
  for (let from = 0; from < sample.length; from += PORTION) {
    const given = { schedule: { organisationId, now }, workflow, organisation }
    const due = sample.slice(from, from + PORTION)
    const considered = await considerEach(sql, given, due, guest => unreachable(workflow, guest), '')
    const entered = await enteredBefore(sql, { organisationId, workflow, trigger }, considered, now)
    const starting: Considered[] = []
    for (const one of considered) {
      const reason = one.skipped?.reason ?? (entered.has(one.guestId) ? 're_entry_limited' : undefined)
      if (reason === undefined) starting.push(one)
      else count(skipped, reason)
    }
    starts += starting.length
    capped += await countCapped(sql, { organisationId, workflow, organisation, now }, starting)
  }
  const scale = sample.length === 0 ? 1 : members / sample.length
  const scaled = (many: number) => Math.round(many * scale)
  const zones = zonesOfBroadcast(trigger, organisation).map(({ timeZone }) => timeZone)
  return {
    members,
    is_sample: members > sample.length,
    starts: scaled(starts),
    capped: scaled(capped),
    skipped: Object.fromEntries(Object.entries(skipped).map(([reason, many]) => [reason, scaled(many)])),
    next_at: nextBroadcastSlot(broadcast, zones, now)?.at.toISOString() ?? null,
    seconds:
      broadcast.pace === undefined ? null : Math.ceil((scaled(starts) * perGuestMs(broadcast.pace)) / 1_000),
  }
}

/** Those to whom no message would be sent, because they have had as many as the caps allow. */
async function countCapped(
  sql: Sql,
  { organisationId, workflow, organisation, now }: CapsOf,
  starting: readonly Considered[],
): Promise<number> {
  const { settings } = organisation
  const { caps } = settings
  if (caps.length === 0 || starting.length === 0) return 0
  const keys = starting.map(({ guestId }) => ({ organisationId, guestId }))
  const sent = await loadSent(sql, keys, now, () => settings)
  return starting.filter(({ guestId, guest }) =>
    isCapped(workflow, guest, {
      caps,
      sent: sent.get(guestKey({ organisationId, guestId })) ?? unlimited.sent,
      now,
    }),
  ).length
}

interface CapsOf {
  readonly organisationId: string
  readonly workflow: CompiledWorkflow
  readonly organisation: OrganisationFacts
  readonly now: Date
}

/** Those whom the re-entry limit would turn away. */
async function enteredBefore(
  sql: Sql,
  { organisationId, workflow, trigger: { re_entry: limit } }: Estimated,
  considered: readonly Considered[],
  now: Date,
): Promise<ReadonlySet<string>> {
  if (limit === undefined) return new Set()
  const { rows } = await sql.query<{ guest_id: string; serial: string; entered_at: Date }>(
    `SELECT guest_id, serial, entered_at FROM re_entries
     WHERE organisation_id = $1 AND workflow_id = $2 AND guest_id = ANY($3::uuid[])`,
    [organisationId, workflow.id, considered.map(({ guestId }) => guestId)],
  )
  const enteredAt = new Map(rows.map(row => [`${row.guest_id} ${row.serial}`, row.entered_at]))
  const isLimited = ({ guestId, serial }: Considered) => {
    const before = enteredAt.get(`${guestId} ${limit.per === 'guest_and_venue' ? (serial ?? '') : ''}`)
    return before !== undefined && !mayReEnter(limit, before, now)
  }
  return new Set(considered.filter(isLimited).map(({ guestId }) => guestId))
}
