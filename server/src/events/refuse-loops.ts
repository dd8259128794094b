import type { Transaction } from '#db/database.ts'
import type { LoopGuard } from './loop-guard.ts'
import type { RoutedEvent } from './route-events.ts'

/** A workflow and a guest. */
interface Start {
  readonly workflowId: string
  readonly guestId: string
}

export interface Loops {
  /** To be counted once the events are stored. */
  readonly started: readonly Start[]
  readonly suspected: readonly Start[]
}

/** Keeps guests out of workflows that seem to trigger themselves. The event is stored, and its receipt has the reason. */
export function refuseLoops(guard: LoopGuard, routedEvents: readonly RoutedEvent[]): Loops {
  const started: Start[] = []
  const suspected: Start[] = []
  const starting = new Map<string, number>()
  for (const routed of routedEvents) {
    const { guestId, event } = routed.incoming
    routed.entered = routed.entered.filter(({ workflow }) => {
      if (!workflow.needs.callsOut) return true
      const key = `${workflow.id}/${guestId}`
      const before = starting.get(key) ?? 0
      if (!guard.isFull(workflow.id, guestId, before)) {
        starting.set(key, before + 1)
        started.push({ workflowId: workflow.id, guestId })
        return true
      }
      routed.skipped.push({
        workflow_id: workflow.id,
        reason: 'loop_suspected',
        detail: { hops: event.hops ?? 0 },
      })
      return false
    })
    // Routing finds those of too many hops.
    for (const { workflow_id, reason } of routed.skipped)
      if (reason === 'loop_suspected') suspected.push({ workflowId: workflow_id, guestId })
  }
  return { started, suspected }
}

export function countStarts(guard: LoopGuard, { started }: Loops): void {
  for (const { workflowId, guestId } of started) guard.started(workflowId, guestId)
}

/** Says so on the home page. */
export function reportLoops(
  tx: Transaction,
  guard: LoopGuard,
  organisationId: string,
  { suspected }: Loops,
): void {
  for (const { workflowId, guestId } of suspected) {
    if (guard.shouldReport(workflowId)) tx.later(report(tx, organisationId, workflowId, guestId))
  }
}

const report = (tx: Transaction, organisationId: string, workflowId: string, guestId: string) =>
  tx.query(
    `INSERT INTO loop_alerts (organisation_id, workflow_id, guest_id) VALUES ($1, $2, $3)
     ON CONFLICT (organisation_id, workflow_id) DO UPDATE SET guest_id = $3, seen_at = now()`,
    [organisationId, workflowId, guestId],
  )
