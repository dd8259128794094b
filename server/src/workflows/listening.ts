import { sourceOf } from '@millrace/contract/workflow'
import type { CompiledWorkflow } from './compile.ts'

/** An organisation's active and paused workflows: everything that an event has to be compared with. */
export interface ListeningWorkflows {
  /** Those that its events are directed to, of which at most one is active, and after them those that listen. */
  readonly bySource: ReadonlyMap<string, readonly CompiledWorkflow[]>
  readonly sourceless: readonly CompiledWorkflow[]
  readonly byId: ReadonlyMap<string, CompiledWorkflow>
  /** Whether a trigger reads the guest. */
  readonly readsGuests: boolean
  /** Whether a trigger reads the time. */
  readonly readsTime: boolean
  /** The workflows whose earlier runs a trigger reads. */
  readonly pastRuns: readonly string[]
  /** Whether a trigger reads facts about visits. */
  readonly readsVisits: boolean
}

/**
 * The workflow that events are directed to comes before those that listen, active ones before paused ones, then in order
 * of their ids: so verdicts have a stable order.
 */
export function listeningWorkflows(workflows: readonly CompiledWorkflow[]): ListeningWorkflows {
  const ordered = workflows
    .filter(({ status }) => status === 'active' || status === 'paused')
    .sort((a, b) => rank(a) - rank(b) || (a.id < b.id ? -1 : 1))
  const bySource = new Map<string, CompiledWorkflow[]>()
  const sourceless: CompiledWorkflow[] = []
  for (const workflow of ordered) {
    const source = sourceOf(workflow.trigger)
    if (source === undefined) continue
    if (source === null) sourceless.push(workflow)
    else bySource.set(source, [...(bySource.get(source) ?? []), workflow])
  }
  return {
    bySource,
    sourceless,
    byId: new Map(ordered.map(workflow => [workflow.id, workflow])),
    readsGuests: ordered.some(workflow => workflow.needs.guestAtTrigger),
    readsTime: ordered.some(workflow => workflow.needs.timeAtTrigger),
    pastRuns: [...new Set(ordered.flatMap(workflow => workflow.needs.pastRunsAtTrigger))],
    readsVisits: ordered.some(workflow => workflow.needs.visitsAtTrigger),
  }
}

const rank = ({ trigger, status }: CompiledWorkflow) =>
  ('source' in trigger && trigger.listener ? 2 : 0) + (status === 'active' ? 0 : 1)
