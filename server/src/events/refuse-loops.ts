import type { Transaction } from '#db/database.ts'
import type { LoopGuard } from './loop-guard.ts'
import type { RoutedEvent } from './route-events.ts'

/**
 * Keeps guests out of workflows that seem to trigger themselves, and says so on the home page. The event is stored, and
 * its receipt has the reason. Counted when the transaction has committed.
 */
export function refuseLoops(
  tx: Transaction,
  guard: LoopGuard,
  organisationId: string,
  routedEvents: readonly RoutedEvent[],
): void {
  const starting = new Map<string, number>()
  for (const routed of routedEvents) {
    const { guestId, event } = routed.incoming
    routed.entered = routed.entered.filter(({ workflow }) => {
      if (!workflow.needs.callsOut) return true
      const key = `${workflow.id}/${guestId}`
      const before = starting.get(key) ?? 0
      if (!guard.isFull(workflow.id, guestId, before)) {
        starting.set(key, before + 1)
        tx.onCommit(() => guard.started(workflow.id, guestId))
        return true
      }
      routed.skipped.push({
        workflow_id: workflow.id,
        reason: 'loop_suspected',
        detail: { hops: event.hops ?? 0 },
      })
      return false
    })
    for (const { workflow_id, reason } of routed.skipped) {
      if (reason === 'loop_suspected' && guard.shouldReport(workflow_id))
        tx.later(report(tx, organisationId, workflow_id, guestId))
    }
  }
}

const report = (tx: Transaction, organisationId: string, workflowId: string, guestId: string) =>
  tx.query(
    `INSERT INTO loop_alerts (organisation_id, workflow_id, guest_id) VALUES ($1, $2, $3)
     ON CONFLICT (organisation_id, workflow_id) DO UPDATE SET guest_id = $3, seen_at = now()`,
    [organisationId, workflowId, guestId],
  )
