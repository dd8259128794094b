import type { WorkflowNode } from '@millrace/contract/node'
import {
  type Allowance,
  type Decision,
  type Effect,
  type Resumption,
  type RunFacts,
  type Step,
  type StepDetail,
  type StepFacts,
  StepFailed,
  type StepTable,
} from '#steps/step.ts'
import type { CompiledVersion } from '#workflows/compile.ts'
import { holds } from '#workflows/condition.ts'
import type { Facts, GuestFacts } from '#workflows/facts.ts'
import { completed, failed, type RunState, waiting } from '../change/state.ts'
import type { StepRecord } from '../change/write-steps.ts'
import { spent } from './allowance.ts'
import { applied } from './apply-effect.ts'

export interface NodeEffect {
  readonly nodeId: string
  readonly effect: Effect
}

export interface Transition {
  readonly run: RunState
  readonly steps: readonly StepRecord[]
  readonly effects: readonly NodeEffect[]
  /** The guest with the effects applied, and what is left to spend. */
  readonly guest: GuestFacts
  readonly allowance: Allowance
}

/**
 * The one function that moves a run: from where it stands until it has to wait or ends. It takes values and returns
 * values; `advance` writes them in one transaction, and the simulator shows them unchanged.
 */
export function transition(
  version: CompiledVersion,
  run: RunState,
  resumption: Resumption | undefined,
  runFacts: RunFacts,
  table: StepTable,
): Transition {
  const steps: StepRecord[] = []
  const effects: NodeEffect[] = []
  let { facts, allowance } = runFacts
  let nodeId = run.nodeId ?? version.start
  let resumed = run.nodeId === null ? undefined : (resumption ?? { kind: 'time' as const })
  let position = resumed === undefined ? run.stepCount : run.stepCount - 1
  const rest = () => ({ steps, effects, guest: facts.guest, allowance })

  while (true) {
    const exit = guestExit(version, facts)
    if (exit !== undefined) {
      return {
        run: exited(run, { nodeId, position, steps, resumed: resumed !== undefined }, exit),
        ...rest(),
      }
    }
    const node = version.nodes.get(nodeId)
    const at = { nodeId, stepCount: position + 1 }
    const record = (status: StepRecord['status'], detail: StepDetail) => {
      const type = node?.type ?? 'unknown'
      steps.push({ position, nodeId, type, status, detail, resumed: resumed !== undefined })
    }
    let decision: Decision
    try {
      // A published graph has no loop, so no walk takes a node twice. This check holds even if it had one.
      if (steps.length > version.nodes.size) throw new Error('the workflow goes round in a circle')
      if (node === undefined) throw new Error(`the workflow has no node "${nodeId}"`)
      decision = take(node, { ...runFacts, facts, allowance, resumed }, table)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      const known = error instanceof StepFailed ? error : undefined
      record('failed', { message, ...known?.detail })
      const code = known?.code ?? 'step_failed'
      return { run: failed({ ...run, ...at }, { code, message, node_id: nodeId }), ...rest() }
    }
    if (decision.kind === 'end') {
      record('completed', decision.detail)
      return { run: completed({ ...run, ...at }, decision.outcome, decision.reason), ...rest() }
    }
    for (const effect of decision.effects) {
      effects.push({ nodeId, effect })
      facts = applied(facts, nodeId, effect)
      allowance = spent(allowance, effect, { workflowId: runFacts.run.workflowId, nodeId }, runFacts.now)
      if (effect.type === 'points' && version.needs.awarded.has(nodeId)) {
        const awarded: Effect = { type: 'awarded', points: effect.points }
        effects.push({ nodeId, effect: awarded })
        facts = applied(facts, nodeId, awarded)
      }
    }
    if (decision.kind === 'wait') {
      record('waiting', decision.detail)
      return { run: waiting({ ...run, ...at }, decision.waitingFor, decision.until), ...rest() }
    }
    record(decision.skipped === undefined ? 'completed' : 'skipped', decision.detail)
    nodeId = decision.next
    position += 1
    resumed = undefined
  }
}

function take(node: WorkflowNode, stepFacts: StepFacts, table: StepTable): Decision {
  if (!Object.hasOwn(table, node.type))
    throw new Error(`this release does not know the node type "${node.type}"`)
  return (table[node.type] as Step<typeof node.type>)(node as never, stepFacts)
}

/** The guest has changed so that the workflow is no longer for them. */
function guestExit(version: CompiledVersion, facts: Facts): string | undefined {
  for (const exit of version.exits) {
    if (exit.on === 'guest' && holds(exit.when, facts)) return exit.label ?? 'the guest changed'
  }
  return undefined
}

/** Ended before the next step; the step where it stood is closed. */
function exited(
  run: RunState,
  at: { nodeId: string; position: number; steps: StepRecord[]; resumed: boolean },
  reason: string,
): RunState {
  const { nodeId, position, steps, resumed } = at
  if (resumed) {
    steps.push({ position, nodeId, type: '', status: 'skipped', detail: { reason: 'exited' }, resumed })
  }
  return completed({ ...run, stepCount: resumed ? position + 1 : position }, 'exited', reason)
}
