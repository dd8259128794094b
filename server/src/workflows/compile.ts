import { type Condition, comparedField, type Leaf } from '@millrace/contract/condition'
import { findField, NOW } from '@millrace/contract/condition/fields'
import { operatorRow } from '@millrace/contract/condition/operators'
import type { WorkflowNode } from '@millrace/contract/node'
import type { Exit, Trigger, Variable, WorkflowDefinition, WorkflowStatus } from '@millrace/contract/workflow'
import type { FactRecord } from './facts.ts'
import { pieceKeys } from './pieces/expand-pieces.ts'
import { valueFields } from './values/value-fields.ts'

/** One published version, ready to run: what a run needs, and nothing that can change while it runs. */
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

/** What has to be read for a run besides its guest; most workflows need little of it. */
export interface Needs {
  /** When the guest was contacted, and what is left of the day's budgets. */
  readonly allowance: boolean
  /** Whether it limits the points that a step gives a guest on a day. */
  readonly pointsADay: boolean
  /** The nodes whose points a later step reads. */
  readonly awarded: ReadonlySet<string>
  /** Whether it calls webhooks, so that it could trigger itself by way of another service. */
  readonly callsOut: boolean
  /** Whether its runs have to be kept apart from what they listen for: more events, tasks that are done, clicks, or answers. */
  readonly watches: boolean
  /** The sources whose events can move a wait of its runs. */
  readonly movedBy: readonly (string | null)[]
  /** Whether its runs wait for tasks. */
  readonly tasks: boolean
  /** Whether its runs wait for clicks. */
  readonly clicks: boolean
  /** Whether its runs wait for answers. */
  readonly answers: boolean
  /** The workflows that its runs may start. */
  readonly starts: readonly string[]
  /** The saved pieces that its e-mails name. */
  readonly pieces: readonly string[]
  /** Whether its trigger reads the guest. */
  readonly guestAtTrigger: boolean
  /** Whether its trigger reads the time. */
  readonly timeAtTrigger: boolean
  /** The workflows whose earlier runs its trigger reads. */
  readonly pastRunsAtTrigger: readonly string[]
  /** The workflows whose earlier runs its steps read. */
  readonly pastRuns: readonly string[]
  /** Whether its trigger reads facts about visits. */
  readonly visitsAtTrigger: boolean
  /** Whether its steps or exits read facts about visits. */
  readonly visits: boolean
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
  const atTrigger = trigger.when === undefined ? [] : [trigger.when]
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
      pointsADay: nodes.some(node => node.type === 'award_points' && node.at_most_a_day !== undefined),
      awarded: awardedIn([nodes, exits]),
      callsOut: nodes.some(({ type }) => type === 'call_webhook'),
      watches:
        listensForMore(definition) ||
        nodes.some(node => isTaskWait(node) || isClickWait(node) || isAnswerWait(node)),
      tasks: nodes.some(isTaskWait),
      clicks: nodes.some(isClickWait),
      answers: nodes.some(isAnswerWait),
      movedBy: [...new Set(nodes.flatMap(movesOf).map(({ source }) => source))],
      starts: [...new Set(nodes.flatMap(node => (node.type === 'start_workflow' ? [node.workflow] : [])))],
      pieces: pieceKeys(nodes),
      guestAtTrigger: fieldsOf(atTrigger).some(field => field.startsWith('guest.')),
      timeAtTrigger: leavesOf(atTrigger).some(readsTime),
      pastRunsAtTrigger: pastRunsOf(fieldsOf(atTrigger)),
      pastRuns: pastRunsOf([
        ...fieldsOf([...nodes.flatMap(conditionsOf), ...exits.flatMap(exit => exit.when ?? [])]),
        ...nodes.flatMap(valueFields),
      ]),
      visitsAtTrigger: mentionsFacts(atTrigger),
      visits: mentionsFacts([nodes, exits]),
    },
  }
}

/** Whether runs of this document listen for more events than the one that started them. */
export const listensForMore = ({ nodes, exits = [] }: WorkflowDefinition): boolean =>
  exits.length > 0 || nodes.some(node => node.type === 'wait_for_event' || movesOf(node).length > 0)

const isClickWait = (node: WorkflowNode) => node.type === 'wait_for_click'

const isAnswerWait = (node: WorkflowNode) => node.type === 'wait_for_answer'

const isTaskWait = (node: WorkflowNode) => node.type === 'wait_for_task'

const movesOf = (node: WorkflowNode) => (node.type === 'wait' ? (node.moves ?? []) : [])

/**
 * Whether anything in this part of a document may read facts about visits: a condition, a value or a template. A text
 * that only has the word costs a reading, and no use can be missed.
 */
const mentionsFacts = (part: unknown): boolean => /\bfacts(_here)?\b/.test(JSON.stringify(part))

/** By the names in conditions, values and templates; a text that only looks like one costs an entry in the memory of the run. */
const awardedIn = (part: unknown): ReadonlySet<string> =>
  new Set(
    JSON.stringify(part)
      .matchAll(/\bawarded\.([\w-]+)/g)
      .map(([, node]) => node as string),
  )

const spends: ReadonlySet<string> = new Set(['send_email', 'send_sms', 'award_points'])

function conditionsOf(node: WorkflowNode): Condition[] {
  switch (node.type) {
    case 'branch':
      return node.cases.map(({ when }) => when)
    case 'wait_for_event':
      return node.events.flatMap(({ when }) => when ?? [])
    case 'wait':
      return movesOf(node).flatMap(({ when }) => when ?? [])
    default:
      return []
  }
}

const pastRunsOf = (fields: readonly string[]): string[] => [
  ...new Set(fields.flatMap(field => findField(field)?.keys.workflow || [])),
]

/** Every field that conditions read, on either side. */
const fieldsOf = (conditions: readonly Condition[]): string[] =>
  leavesOf(conditions).flatMap(leaf => [leaf.field, ...[comparedField(leaf)?.field ?? []].flat()])

function leavesOf(conditions: readonly Condition[]): Leaf[] {
  return conditions.flatMap(condition => {
    if ('all' in condition) return leavesOf(condition.all)
    if ('any' in condition) return leavesOf(condition.any)
    return 'not' in condition ? leavesOf([condition.not]) : [condition]
  })
}

const readsTime = (leaf: Leaf): boolean =>
  leaf.field === NOW || comparedField(leaf)?.field === NOW || operatorRow(leaf.operator).readsNow === true

/** The variables with their values at a venue. */
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
