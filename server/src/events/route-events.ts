import type { ReachedRun, Receipt, Skipped } from '@millrace/contract/event'
import { newId } from '#base/ids.ts'
import { editsBetween } from '#base/nearest.ts'
import { consideredFor, route } from '#routing/route.ts'
import type { NewRun } from '#runs/change/insert-runs.ts'
import { guestKey } from '#runs/load/load-guests.ts'
import type { Reacting } from '#runs/waits/react.ts'
import type { CompiledWorkflow } from '#workflows/compile.ts'
import { noPastRuns } from '#workflows/facts.ts'
import type { BatchFacts, BatchVisits } from './batch-facts.ts'
import type { Entry, EntryVerdict } from './claim-re-entries.ts'
import type { Incoming } from './incoming.ts'

/** An event between routing and its receipt. A re-entry limit can remove workflows from `entered`. */
export interface RoutedEvent {
  readonly incoming: Incoming
  readonly eventId: string
  /** Runs that listen for it; once they were woken, moved or ended, only those. */
  reacting: Reacting[]
  entered: { readonly workflow: CompiledWorkflow; readonly runId: string }[]
  readonly skipped: Skipped[]
  /** The source that the sender may have meant, where none listens to theirs. */
  readonly meant?: string | undefined
  /** The order of the verdicts. */
  readonly considered: readonly CompiledWorkflow[]
  /** About its entry in the ledger of visits. */
  readonly visitWarnings: readonly string[]
}

/**
 * Routes each event of a batch; events whose guest does not exist are left out. A stored event keeps its id. Without
 * the time if no trigger reads it.
 */
export function routeEvents(
  organisationId: string,
  batch: readonly (Incoming & { readonly eventId?: string })[],
  { listening, organisation, guests, pastRuns }: BatchFacts,
  now: Date | undefined,
  visits?: BatchVisits,
): RoutedEvent[] {
  const routedEvents: RoutedEvent[] = []
  for (const incoming of batch) {
    const recorded = visits?.recorded.get(incoming)
    const { guestId, event, eventId = recorded?.eventId ?? newId() } = incoming
    const guest = guests.get(guestId)
    if (guest === undefined) continue
    const visitWarnings = recorded?.warnings ?? []
    if (incoming.history) {
      routedEvents.push({
        incoming,
        eventId,
        reacting: [],
        entered: [],
        skipped: [],
        considered: [],
        visitWarnings,
      })
      continue
    }
    const past = pastRuns.get(guestKey({ organisationId, guestId })) ?? noPastRuns
    const { entered, skipped } = route(event, guest, listening, {
      venues: organisation.venues,
      pastRuns: past,
      timeZone: organisation.settings.time_zone,
      now,
      visits: visits?.facts.get(incoming),
    })
    const meant = entered.length === 0 && skipped.length === 0 ? nearMiss(event.source, listening) : undefined
    routedEvents.push({
      incoming,
      eventId,
      meant,
      reacting: [],
      entered: entered.map(workflow => ({ workflow, runId: newId() })),
      skipped: [...skipped],
      considered: consideredFor(event, listening),
      visitWarnings,
    })
  }
  return routedEvents
}

/** More are not compared: this is a hint, and events come by the thousand. */
const MOST_COMPARED = 200

/** The source that is one edit away from this one, or differs in its case only. */
function nearMiss(source: string | null, { bySource }: BatchFacts['listening']): string | undefined {
  if (source === null || bySource.size > MOST_COMPARED) return undefined
  const given = source.toLowerCase()
  for (const known of bySource.keys()) {
    if (Math.abs(known.length - source.length) <= 1 && editsBetween(given, known.toLowerCase()) <= 1)
      return known
  }
  return undefined
}

/** The runs that an event starts. */
export function startedBy({ incoming, eventId, entered }: RoutedEvent): NewRun[] {
  return entered.map(({ workflow, runId }) => ({
    id: runId,
    workflowId: workflow.id,
    workflowVersion: workflow.version,
    guestId: incoming.guestId,
    eventId,
    input: incoming.event,
  }))
}

/** All entries into workflows with a re-entry limit. */
export function entriesToClaim(
  routedEvents: readonly RoutedEvent[],
): { routedEvent: RoutedEvent; entry: Entry }[] {
  return routedEvents.flatMap(routedEvent =>
    routedEvent.entered.flatMap(({ workflow }) => {
      const limit = workflow.trigger.re_entry
      if (limit === undefined) return []
      const { guestId, event } = routedEvent.incoming
      // An event that names several venues counts as a visit to the first.
      const serial = limit.per === 'guest_and_venue' ? (event.serials[0] ?? '') : ''
      return [{ routedEvent, entry: { workflowId: workflow.id, guestId, serial, limit } }]
    }),
  )
}

export function applyEntryVerdict(routedEvent: RoutedEvent, entry: Entry, verdict: EntryVerdict): void {
  if (verdict.admitted) return
  routedEvent.entered = routedEvent.entered.filter(({ workflow }) => workflow.id !== entry.workflowId)
  routedEvent.skipped.push({
    workflow_id: entry.workflowId,
    reason: 're_entry_limited',
    detail: { until: verdict.until, per: entry.limit.per },
  })
  const place = (id: string) => routedEvent.considered.findIndex(workflow => workflow.id === id)
  routedEvent.skipped.sort((a, b) => place(a.workflow_id) - place(b.workflow_id))
}

export function toReceipt(
  routedEvent: RoutedEvent,
  organisationId: string,
  venues: ReadonlyMap<string, unknown>,
): Omit<Receipt, 'created_at'> {
  const { incoming, eventId, entered, skipped, reacting, meant } = routedEvent
  const hint =
    meant === undefined || reacting.length > 0
      ? []
      : [`No workflow listens to the source "${incoming.event.source}". Did you mean "${meant}"?`]
  return {
    id: eventId,
    organisation_id: organisationId,
    organisation_registration_id: incoming.guestId,
    serials: [...incoming.event.serials],
    source: incoming.event.source,
    parameters: incoming.event.parameters,
    status: incoming.history ? 'history' : entered.length > 0 || reacting.length > 0 ? 'routed' : 'unrouted',
    workflow_runs: entered.map(({ workflow, runId }) => ({
      id: runId,
      workflow_id: workflow.id,
      status: 'queued',
    })),
    woke: reached(reacting, 'wake'),
    moved: reached(reacting, 'move'),
    ended: reached(reacting, 'exit'),
    skipped,
    warnings: [
      ...incoming.warnings,
      ...hint,
      ...unknownSerials(incoming.event.serials, venues),
      ...routedEvent.visitWarnings,
    ],
    ...(incoming.occurredAt === undefined ? {} : { occurred_at: incoming.occurredAt }),
  }
}

const reached = (reacting: readonly Reacting[], kind: Reacting['reaction']['kind']): ReachedRun[] =>
  reacting
    .filter(({ reaction }) => reaction.kind === kind)
    .map(({ run }) => ({ id: run.id, workflow_id: run.workflowId }))

function unknownSerials(serials: readonly string[], known: ReadonlyMap<string, unknown>): string[] {
  return serials.filter(serial => !known.has(serial)).map(serial => `No venue has the serial "${serial}".`)
}
