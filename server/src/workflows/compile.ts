import type { Trigger, WorkflowDefinition, WorkflowNode, WorkflowStatus } from '@millrace/contract/workflow'

/** One published version, ready to run: what a run needs, and nothing that can change under it. */
export interface CompiledVersion {
  readonly id: string
  readonly version: number
  readonly trigger: Trigger
  readonly start: string
  readonly nodes: ReadonlyMap<string, WorkflowNode>
}

/** A workflow with the version that new runs start on. */
export interface CompiledWorkflow extends CompiledVersion {
  readonly name: string
  readonly status: WorkflowStatus
}

export function compileVersion(id: string, version: number, definition: WorkflowDefinition): CompiledVersion {
  return {
    id,
    version,
    trigger: definition.trigger,
    start: definition.start,
    nodes: new Map(definition.nodes.map(node => [node.id, node])),
  }
}
