import type { WorkflowNode } from '@millrace/contract/node'
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
  'end',
])

/**
 * Why a run would do nothing for this guest: all that the workflow does is send messages, and none of them may reach the guest.
 * One that does anything else starts for everyone.
 */
export function unreachable({ nodes }: CompiledVersion, guest: GuestFacts): Unreachable | undefined {
  const doing = [...nodes.values()].filter(({ type }) => !idle.has(type))
  let first: Unreachable | undefined
  for (const node of doing) {
    if (node.type !== 'send_email' && node.type !== 'send_sms') return undefined
    const reached = mayReach(node.type === 'send_email' ? 'email' : 'sms', node, guest)
    if (reached.kind === 'yes') return undefined
    first ??= { reason: reached.reason, detail: { ...reached.detail } }
  }
  return first
}
