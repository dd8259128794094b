import type { Condition } from '@millrace/contract/condition'
import type { Trigger, WorkflowDefinition } from '@millrace/contract/workflow'

/** The shortest workflows that do what a test wants to see. */

export function endsAtOnce(
  trigger: Trigger,
  outcome: 'success' | 'failure' = 'success',
  reason?: string,
): WorkflowDefinition {
  return {
    trigger,
    start: 'end',
    nodes: [{ id: 'end', type: 'end', outcome, ...(reason === undefined ? {} : { reason }) }],
  }
}

export function awardsPoints(trigger: Trigger, points: number): WorkflowDefinition {
  return {
    trigger,
    start: 'award',
    nodes: [
      { id: 'award', type: 'award_points', points, next: 'end' },
      { id: 'end', type: 'end', outcome: 'success' },
    ],
  }
}

export function waits(trigger: Trigger): WorkflowDefinition {
  return {
    trigger,
    start: 'pause',
    nodes: [
      { id: 'pause', type: 'wait', until: { after: { amount: 3, unit: 'days' } }, next: 'end' },
      { id: 'end', type: 'end', outcome: 'success' },
    ],
  }
}

export const spentAtLeast = (value: number): Condition => ({
  field: 'event.parameters.spend',
  operator: 'at_least',
  value,
})
