import type { Condition } from '@millrace/contract/condition'
import type { WorkflowNode } from '@millrace/contract/node'
import type { Exit, Trigger, Variable, WorkflowDefinition, WorkflowStatus } from '@millrace/contract/workflow'
import type { FactRecord } from './facts.ts'
import { pastRunsIn } from './fields.ts'

/** One published version, ready to run: what a run needs, and nothing that can change under it. */
export interface CompiledVersion {
  readonly id: string
  readonly name: string
  readonly version: number
  readonly trigger: Trigger
  readonly variables: readonly Variable[]
  readonly exits: readonly Exit[]
  readonly start: string
  readonly nodes: ReadonlyMap<string, WorkflowNode>
  readonly needs: Needs
}

/** What has to be read for a run beside its guest; most workflows need little of it. */
export interface Needs {
  /** How often the guest was written to, and what is left of the day's budgets. */
  readonly allowance: boolean
  /** Whether its runs listen for more events than the one that started them. */
  readonly watches: boolean
  /** The workflows whose earlier runs its trigger asks for. */
  readonly pastRunsAtTrigger: readonly string[]
  /** Those that its steps ask for. */
  readonly pastRuns: readonly string[]
}

/** A workflow with the version that new runs start on. */
export interface CompiledWorkflow extends CompiledVersion {
  readonly status: WorkflowStatus
}

export function compileVersion(
  id: string,
  name: string,
  version: number,
  definition: WorkflowDefinition,
): CompiledVersion {
  const { trigger, nodes, exits = [], variables = [] } = definition
  return {
    id,
    name,
    version,
    trigger,
    variables,
    exits,
    start: definition.start,
    nodes: new Map(nodes.map(node => [node.id, node])),
    needs: {
      allowance: nodes.some(node => spends.has(node.type)),
      watches: listensForMore(definition),
      pastRunsAtTrigger: trigger.when === undefined ? [] : pastRunsOf([trigger.when]),
      pastRuns: pastRunsOf([...nodes.flatMap(conditionsOf), ...exits.flatMap(exit => exit.when ?? [])]),
    },
  }
}

/** Whether runs of this document listen for more events than the one that started them. */
export const listensForMore = ({ nodes, exits = [] }: WorkflowDefinition): boolean =>
  exits.length > 0 || nodes.some(node => node.type === 'wait_for_event')

const spends: ReadonlySet<string> = new Set(['send_email', 'send_sms', 'award_points'])

function conditionsOf(node: WorkflowNode): Condition[] {
  switch (node.type) {
    case 'branch':
      return node.cases.map(({ when }) => when)
    case 'wait_for_event':
      return node.events.flatMap(({ when }) => when ?? [])
    default:
      return []
  }
}

function pastRunsOf(conditions: readonly Condition[]): string[] {
  const found = new Set<string>()
  const look = (condition: Condition): void => {
    if ('all' in condition) condition.all.forEach(look)
    else if ('any' in condition) condition.any.forEach(look)
    else if ('not' in condition) look(condition.not)
    else {
      const workflowId = pastRunsIn(condition.field)
      if (workflowId !== undefined) found.add(workflowId)
    }
  }
  conditions.forEach(look)
  return [...found]
}

/** The variables as they are at a venue. */
export function variablesAt(variables: readonly Variable[], serial: string | undefined): FactRecord {
  if (variables.length === 0) return none
  return Object.fromEntries(
    variables.map(({ key, value, venues }) => [
      key,
      serial !== undefined && venues !== undefined && Object.hasOwn(venues, serial)
        ? (venues[serial] as typeof value)
        : value,
    ]),
  )
}

const none: FactRecord = {}
