import type { WorkflowDefinition } from '@millrace/contract/workflow'

/** A workflow to start from. Its source, texts and numbers are meant to be changed; it is valid as it is. */
export interface Template {
  readonly key: string
  readonly name: string
  readonly description: string
  readonly definition: WorkflowDefinition
}
