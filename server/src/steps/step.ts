import type { RunOutcome } from '@millrace/contract/run'
import type { NodeOf, WorkflowNode } from '@millrace/contract/workflow'
import type { Facts } from '#workflows/facts.ts'

/** What a step has to go by. There is no other clock and no other source of facts. */
export interface StepContext {
  readonly facts: Facts
  readonly now: Date
  /** The run waited at this node, and what it waited for has come. */
  readonly resumed: boolean
}

/** Something that happens in the database, together with the step and exactly once. */
export type Effect =
  | { readonly type: 'points'; readonly points: number; readonly reason: string | null }
  | { readonly type: 'tag'; readonly tag: string }

/** For the person who reads the run later. */
export type StepDetail = Readonly<Record<string, unknown>>

export type Decision =
  | {
      readonly kind: 'go'
      readonly next: string
      readonly effects: readonly Effect[]
      readonly detail: StepDetail
    }
  | { readonly kind: 'wait'; readonly until: Date; readonly detail: StepDetail }
  | {
      readonly kind: 'end'
      readonly outcome: RunOutcome
      readonly reason: string | null
      readonly detail: StepDetail
    }

export type Step<Type extends WorkflowNode['type']> = (node: NodeOf<Type>, context: StepContext) => Decision

export type StepTable = { readonly [Type in WorkflowNode['type']]: Step<Type> }
