/** A reason why a workflow cannot be published, in words for its author. */
export interface Fault {
  /** The path in the document, such as `nodes.3.cases.0.when`. */
  readonly path: string
  /** The id of the node it is about. */
  readonly node?: string
  readonly message: string
  /** The position in a template, both counted from 1. */
  readonly line?: number
  readonly column?: number
}

/** Faults of a part as faults of what it is in. */
export const faultsWithin = (faults: readonly Fault[], path: string): Fault[] =>
  faults.map(fault => ({ ...fault, path: `${path}.${fault.path}` }))
