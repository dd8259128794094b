import type { Receipt, Skipped } from '@millrace/contract/event'
import { newId } from '#base/ids.ts'
import { route } from '#routing/route.ts'
import type { NewRun } from '#runs/change/insert-runs.ts'
import { guestKey } from '#runs/load/load-guests.ts'
import type { Reacting } from '#runs/waits/react.ts'
import type { CompiledWorkflow } from '#workflows/compile.ts'
import { noPastRuns } from '#workflows/facts.ts'
import type { BatchFacts } from './batch-facts.ts'
import type { Entry, EntryDecision } from './claim-re-entries.ts'
import type { Incoming } from './incoming.ts'

/** An event between routing and its receipt. `entered` shrinks where a re-entry limit says no. */
export interface Decision {
  readonly incoming: Incoming
  readonly eventId: string
  /** Runs that listened for it. */
  readonly reacting: Reacting[]
  entered: { readonly workflow: CompiledWorkflow; readonly runId: string }[]
  readonly skipped: Skipped[]
}

/** Routes each event of a batch; those whose guest is not there are left out. A stored event keeps its id. */
export function decideAll(
  organisationId: string,
  batch: readonly (Incoming & { readonly eventId?: string })[],
  { listening, organisation, guests, pastRuns }: BatchFacts,
): Decision[] {
  const decisions: Decision[] = []
  for (const incoming of batch) {
    const { guestId, event, eventId = newId() } = incoming
    const guest = guests.get(guestId)
    if (guest === undefined) continue
    const past = pastRuns.get(guestKey({ organisationId, guestId })) ?? noPastRuns
    const { entered, skipped } = route(event, guest, listening, {
      venues: organisation.venues,
      pastRuns: past,
    })
    decisions.push({
      incoming,
      eventId,
      reacting: [],
      entered: entered.map(workflow => ({ workflow, runId: newId() })),
      skipped: [...skipped],
    })
  }
  return decisions
}

/** The runs that an event starts. */
export function startedBy({ incoming, eventId, entered }: Decision): NewRun[] {
  return entered.map(({ workflow, runId }) => ({
    id: runId,
    workflowId: workflow.id,
    workflowVersion: workflow.version,
    guestId: incoming.guestId,
    eventId,
    input: incoming.event,
  }))
}

/** Everyone at the door of a workflow with a re-entry limit. */
export function entriesToClaim(decisions: readonly Decision[]): { decision: Decision; entry: Entry }[] {
  return decisions.flatMap(decision =>
    decision.entered.flatMap(({ workflow }) => {
      const limit = workflow.trigger.re_entry
      if (limit === undefined) return []
      const { guestId, event } = decision.incoming
      // An event that names several venues counts as a visit to the first.
      const serial = limit.per === 'guest_and_venue' ? (event.serials[0] ?? '') : ''
      return [{ decision, entry: { workflowId: workflow.id, guestId, serial, limit } }]
    }),
  )
}

export function applyEntryDecision(decision: Decision, entry: Entry, verdict: EntryDecision): void {
  if (verdict.admitted) return
  decision.entered = decision.entered.filter(({ workflow }) => workflow.id !== entry.workflowId)
  decision.skipped.push({
    workflow_id: entry.workflowId,
    reason: 're_entry_limited',
    detail: { until: verdict.until, per: entry.limit.per },
  })
}

export function toReceipt(
  decision: Decision,
  organisationId: string,
  venues: ReadonlyMap<string, unknown>,
): Omit<Receipt, 'created_at'> {
  const { incoming, eventId, entered, skipped, reacting } = decision
  return {
    id: eventId,
    organisation_id: organisationId,
    organisation_registration_id: incoming.guestId,
    serials: [...incoming.event.serials],
    source: incoming.event.source,
    parameters: incoming.event.parameters,
    status: entered.length > 0 || reacting.length > 0 ? 'routed' : 'unrouted',
    workflow_runs: entered.map(({ workflow, runId }) => ({
      id: runId,
      workflow_id: workflow.id,
      status: 'queued',
    })),
    skipped,
    warnings: [...incoming.warnings, ...unknownSerials(incoming.event.serials, venues)],
  }
}

function unknownSerials(serials: readonly string[], known: ReadonlyMap<string, unknown>): string[] {
  return serials.filter(serial => !known.has(serial)).map(serial => `No venue has the serial "${serial}".`)
}
