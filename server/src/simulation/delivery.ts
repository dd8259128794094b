import type { SimulatedDelivery } from '@millrace/contract/simulation'
import type { RunState } from '#runs/change/state.ts'
import type { Resumption } from '#steps/step.ts'

/** The result of the message that a run waits for: the one chosen for its node, or delivered. */
export function deliveryFor(
  { waitingFor, nodeId }: RunState,
  deliveries: Readonly<Record<string, SimulatedDelivery>>,
): Resumption | undefined {
  if (waitingFor?.type !== 'delivery' || nodeId === null) return undefined
  const chosen = Object.hasOwn(deliveries, nodeId) ? deliveries[nodeId] : undefined
  if (chosen?.outcome === 'failed') {
    const message = chosen.message ?? 'The delivery was made to fail.'
    return { kind: 'undelivered', code: 'simulated', message, detail: {} }
  }
  return { kind: 'delivered', detail: { status: chosen?.status ?? 200, json: chosen?.body ?? {} } }
}
