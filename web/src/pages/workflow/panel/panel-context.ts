import type { WorkflowNode } from '@millrace/contract/node'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import type { WorkflowFault } from '@millrace/contract/workflow-management'
import { t } from '../../../language/words.ts'

/** What every form of the side panel works with. */
export interface PanelProps {
  readonly workflowId: string
  readonly document: WorkflowDefinition
  readonly faults: readonly WorkflowFault[]
  readonly locked: boolean
  /** Changes with the same `about` are one undo step. */
  onDocument(document: WorkflowDefinition, about?: string): void
}

export interface NodeFormProps<Node extends WorkflowNode = WorkflowNode> extends PanelProps {
  readonly node: Node
  /** Of what the node says, where it is a translation. */
  readonly language?: string
  onNode(node: Node, about?: string): void
}

/** The faults of one field: `nodes.3.subject` is about the subject. */
export const faultsAt = (faults: readonly WorkflowFault[], field: string): string[] =>
  faults
    .filter(({ path }) => new RegExp(`^nodes\\.\\d+\\.${field.replaceAll('.', '\\.')}(\\.|$)`).test(path))
    .map(({ message, line }) => (line === undefined ? message : t`Line ${line}: ${message}`))
