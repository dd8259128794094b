import { WorkflowDefinition } from '@millrace/contract/workflow'
import { Compile } from 'typebox/compile'
import { conditionFaults } from './condition-faults.ts'
import type { Fault } from './fault.ts'
import { graphFaults } from './graph-faults.ts'
import { shapeFaults } from './shape-faults.ts'

const schema = Compile(WorkflowDefinition)

export type Validation =
  | { readonly definition: WorkflowDefinition; readonly faults: readonly [] }
  | { readonly definition: undefined; readonly faults: readonly Fault[] }

/**
 * All that is wrong with a document, at once: the shape of its parts, its conditions, and the way from the start to
 * the ends. The contract's schema has the last word, so nothing is valid here that is not valid there.
 */
export function validate(document: unknown): Validation {
  const faults = [...shapeFaults(document), ...conditionFaults(document)]
  // How nodes hang together can only be told of nodes that can be read.
  if (faults.length === 0 && schema.Check(document)) faults.push(...graphFaults(document))
  else if (faults.length === 0) faults.push({ path: '', message: 'This is not a workflow document.' })
  return faults.length === 0
    ? { definition: document as WorkflowDefinition, faults: [] }
    : { definition: undefined, faults }
}

/** Whether a stored document still is one. It was validated when it was published, by this release or an older one. */
export const isReadable = (document: unknown): document is WorkflowDefinition => schema.Check(document)
