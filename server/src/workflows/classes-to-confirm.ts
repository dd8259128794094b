import { classOf, type WorkflowNode } from '@millrace/contract/node'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { isSame } from './description/field-changes.ts'

/**
 * The steps for which a person confirms that they are transactional, before they are published: those that are new, or
 * that have changed since the live version. Without consent only what a guest asked for may be sent, and only a person can
 * judge that of a text.
 */
export function classesToConfirm(
  { nodes }: Pick<WorkflowDefinition, 'nodes'>,
  live: { readonly nodes?: unknown } | undefined,
): readonly WorkflowNode[] {
  const published = new Map((Array.isArray(live?.nodes) ? live.nodes : []).map(node => [node?.id, node]))
  return nodes.filter(node => classOf(node) === 'transactional' && !isSame(node, published.get(node.id)))
}
