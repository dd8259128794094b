import type { WorkflowNode } from '@millrace/contract/node'
import { meaning, t } from '../../language/words.ts'
import { conditionInBrief } from './condition-in-brief.ts'

/** A connection from a step to the next. Its handle says which one: `next` or `cases.0`. */
export interface Connection {
  readonly handle: string
  readonly label: string
  /** Absent while it has no target. */
  readonly target: string | undefined
}

const connection = (handle: string, label: string, target: string | undefined): Connection => ({
  handle,
  label,
  target: target || undefined,
})

export function connectionsOf(node: WorkflowNode): Connection[] {
  switch (node.type) {
    case 'end':
      return []
    case 'branch':
      return [
        ...node.cases.map(({ label, when, next }, place) =>
          connection(`cases.${place}`, label || (conditionInBrief(when) ?? t`Case ${place + 1}`), next),
        ),
        connection('else', t`Otherwise`, node.else),
      ]
    case 'split':
      return node.ways.map(({ label, percent, next }, place) =>
        connection(`ways.${place}`, label || `${percent} %`, next),
      )
    case 'wait_for_event':
      return [
        ...node.events.map(({ label, source, next }, place) =>
          connection(`events.${place}`, label || (source ?? t`Without a source`), next),
        ),
        connection('timeout', t`No event in time`, node.timeout.next),
      ]
    case 'wait_for_task':
      return [
        connection('next', meaning('task')`Done`, node.next),
        connection('timeout', t`Not done in time`, node.timeout.next),
      ]
    case 'wait_for_click':
      return [
        connection('next', t`Clicked`, node.next),
        connection('timeout', t`No click in time`, node.timeout.next),
      ]
    case 'wait_for_answer':
      return [
        connection('next', t`Answered`, node.next),
        connection('timeout', t`No answer in time`, node.timeout.next),
      ]
    case 'call_webhook':
      return [
        connection('next', node.on_failure === undefined ? '' : t`Succeeded`, node.next),
        ...(node.on_failure === undefined ? [] : [connection('on_failure', t`Failed`, node.on_failure)]),
      ]
    case 'wait':
      return [
        connection('next', node.if_passed === undefined ? '' : t`Date reached`, node.next),
        ...(node.if_passed === undefined ? [] : [connection('if_passed', t`Already passed`, node.if_passed)]),
      ]
    default:
      return [connection('next', '', node.next)]
  }
}

/** The step with one connection changed to another target. */
export function withConnection(node: WorkflowNode, handle: string, target: string): WorkflowNode {
  const [name = '', place] = handle.split('.')
  if (name === 'timeout' && 'timeout' in node) {
    return { ...node, timeout: { ...node.timeout, next: target } }
  }
  if (place === undefined) return { ...node, [name]: target } as WorkflowNode
  const list = (node as unknown as Record<string, readonly object[]>)[name] ?? []
  const changed = list.map((item, index) => (index === Number(place) ? { ...item, next: target } : item))
  return { ...node, [name]: changed } as WorkflowNode
}
