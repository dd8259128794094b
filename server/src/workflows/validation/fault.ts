/** Something that keeps a workflow from being published, in words for the person who builds it. */
export interface Fault {
  /** Where in the document, as `nodes.3.cases.0.when`. */
  readonly path: string
  /** The node it is about, by its id. */
  readonly node?: string
  readonly message: string
  /** Where in a template, both counted from 1. */
  readonly line?: number
  readonly column?: number
}
