import type { NodeOf, WorkflowNode } from '@millrace/contract/node'
import type { CompiledVersion } from '#workflows/compile.ts'
import type { GuestFacts } from '#workflows/facts.ts'
import { mayReach } from './may-contact.ts'
import type { SkipReason } from './step.ts'

export interface Unreachable {
  readonly reason: SkipReason
  readonly detail: Record<string, unknown>
}

/** Steps that do nothing to the guest or to anyone else. */
const idle = new Set<WorkflowNode['type']>([
  'branch',
  'split',
  'wait',
  'wait_for_event',
  'wait_for_task',
  'wait_for_click',
  'wait_for_answer',
  'end',
])

const sends = (node: WorkflowNode): node is NodeOf<'send_email' | 'send_sms'> =>
  node.type === 'send_email' || node.type === 'send_sms'

const doneBy = ({ nodes }: CompiledVersion) => [...nodes.values()].filter(({ type }) => !idle.has(type))

/** Whether `unreachable` depends on the guest. */
export function onlySends(version: CompiledVersion): boolean {
  const doing = doneBy(version)
  return doing.length > 0 && doing.every(sends)
}

/**
 * Why a run would do nothing for this guest: all that the workflow does is send messages, and none of them may reach the guest.
 * One that does anything else starts for everyone.
 */
export function unreachable(version: CompiledVersion, guest: GuestFacts): Unreachable | undefined {
  const doing = doneBy(version)
  let first: Unreachable | undefined
  for (const node of doing) {
    if (!sends(node)) return undefined
    const reached = mayReach(node.type === 'send_email' ? 'email' : 'sms', node, guest)
    if (reached.kind === 'yes') return undefined
    first ??= { reason: reached.reason, detail: { ...reached.detail } }
  }
  return first
}
