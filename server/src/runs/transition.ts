import type { WorkflowNode } from '@millrace/contract/workflow'
import type { Decision, Effect, Step, StepContext, StepDetail, StepTable } from '#steps/step.ts'
import type { CompiledVersion } from '#workflows/compile.ts'
import type { Facts, GuestFacts } from '#workflows/facts.ts'
import { completed, failed, type RunState, waiting } from './state.ts'

export interface StepRecord {
  readonly position: number
  readonly nodeId: string
  readonly type: string
  readonly status: 'completed' | 'waiting' | 'failed'
  readonly detail: StepDetail
  /** Recorded as waiting before: this finishes that record, and adds to its detail. */
  readonly resumed: boolean
}

export interface NodeEffect {
  readonly nodeId: string
  readonly effect: Effect
}

export interface Transition {
  readonly run: RunState
  readonly steps: readonly StepRecord[]
  readonly effects: readonly NodeEffect[]
  /** The guest with the effects on it. */
  readonly guest: GuestFacts
}

/**
 * The one function that moves a run: from where it stands until it must wait or ends. It takes values and returns
 * values; what it returns is written by `advance` in one transaction, and shown by the simulator as it is.
 */
export function transition(
  version: CompiledVersion,
  run: RunState,
  facts: Facts,
  now: Date,
  table: StepTable,
): Transition {
  const steps: StepRecord[] = []
  const effects: NodeEffect[] = []
  let { guest } = facts
  let nodeId = run.nodeId ?? version.start
  // A run that stands at a node has been there before: what it waited for has come.
  let resumed = run.nodeId !== null
  let position = resumed ? run.stepCount - 1 : run.stepCount

  while (true) {
    const node = version.nodes.get(nodeId)
    const at = { nodeId, stepCount: position + 1 }
    let decision: Decision
    try {
      // A published graph has no loop, so no walk takes a node twice. This holds even if one had.
      if (steps.length > version.nodes.size) throw new Error('the workflow goes round in a circle')
      if (node === undefined) throw new Error(`the workflow has no node "${nodeId}"`)
      decision = take(node, { facts: { event: facts.event, guest }, now, resumed }, table)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      steps.push({
        position,
        nodeId,
        type: node?.type ?? 'unknown',
        status: 'failed',
        detail: { message },
        resumed,
      })
      const state = failed({ ...run, ...at }, { code: 'step_failed', message, node_id: nodeId })
      return { run: state, steps, effects, guest }
    }
    const status = decision.kind === 'wait' ? 'waiting' : 'completed'
    steps.push({ position, nodeId, type: node.type, status, detail: decision.detail, resumed })
    if (decision.kind === 'wait')
      return { run: waiting({ ...run, ...at }, decision.until), steps, effects, guest }
    if (decision.kind === 'end') {
      return { run: completed({ ...run, ...at }, decision.outcome, decision.reason), steps, effects, guest }
    }
    for (const effect of decision.effects) {
      effects.push({ nodeId, effect })
      guest = applied(guest, effect)
    }
    nodeId = decision.next
    position += 1
    resumed = false
  }
}

function take(node: WorkflowNode, context: StepContext, table: StepTable): Decision {
  if (!Object.hasOwn(table, node.type))
    throw new Error(`this release does not know the node type "${node.type}"`)
  return (table[node.type] as Step<typeof node.type>)(node as never, context)
}

/** Later steps see what earlier ones did, before any of it is written. */
function applied(guest: GuestFacts, effect: Effect): GuestFacts {
  switch (effect.type) {
    case 'points':
      return { ...guest, points: guest.points + effect.points }
    case 'tag':
      return { ...guest, tags: [...guest.tags, effect.tag] }
  }
}
