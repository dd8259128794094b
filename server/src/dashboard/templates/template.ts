import type { Condition } from '@millrace/contract/condition'
import type { Names } from '@millrace/contract/in-words'
import type { WorkflowDefinition } from '@millrace/contract/workflow'

/** A workflow to start from. Its source, texts and numbers are meant to be changed; it is valid as it is. */
export interface Template {
  readonly key: string
  readonly name: string
  readonly description: string
  readonly definition: WorkflowDefinition
  /** What it is sent to. It is created with the first workflow from this template, unless there is one with this name. */
  readonly segment?: { readonly name: string; readonly condition: Condition }
}

/** Stands for the segment in the definition of a template. */
export const TEMPLATE_SEGMENT = '00000000-0000-7000-8000-000000000003'

/** The names that its description needs. */
export const namesIn = ({ segment }: Template): Names =>
  segment === undefined ? {} : { segments: new Map([[TEMPLATE_SEGMENT, segment.name]]) }
