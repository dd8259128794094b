import type { WorkflowDefinition } from '@millrace/contract/workflow'
import type { Sql } from '#db/sql.ts'
import type { Fault } from '../validation/fault.ts'
import type { Validation } from '../validation/validate.ts'
import { type DocumentChecks, validateAside } from '../validation/validate-aside.ts'
import {
  expandNodes,
  expandPieces,
  type KnownPieces,
  pieceReferences,
  referenceFaults,
} from './expand-pieces.ts'
import { readNamed } from './piece-rows.ts'

/** The pieces that a document names, as they are now. */
export const piecesNamedIn = (sql: Sql, organisationId: string, document: unknown): Promise<KnownPieces> =>
  readNamed(sql, organisationId, [...new Set(pieceReferences(document).map(({ key }) => key))])

/**
 * The same as `validateAside`, with everything that the pieces in the document say: their values have to be there in
 * this workflow, and a question of theirs is one of the e-mail.
 */
export async function validateExpanded(
  document: unknown,
  pieces: KnownPieces,
  checks: DocumentChecks,
  options?: { readonly outbound?: boolean },
): Promise<Validation> {
  const references = pieceReferences(document)
  if (references.length === 0) return validateAside(document, checks, options)
  const { document: expanded, trace } = expandPieces(document, pieces)
  const { faults } = await validateAside(expanded, checks, options)
  const all: Fault[] = [...referenceFaults(references, pieces), ...faults.map(trace)]
  return all.length === 0
    ? { definition: document as WorkflowDefinition, faults: [] }
    : { definition: undefined, faults: all }
}

/** With the pieces of this organisation. `sql` keeps no connection while the document waits for its turn. */
export const validateDocument = async (
  sql: Sql,
  organisationId: string,
  document: unknown,
  checks: DocumentChecks,
  options?: { readonly outbound?: boolean },
): Promise<Validation> =>
  validateExpanded(document, await piecesNamedIn(sql, organisationId, document), checks, options)

/** A definition with the content of its pieces, as they are now. */
export async function definitionNow(
  sql: Sql,
  organisationId: string,
  definition: WorkflowDefinition,
): Promise<WorkflowDefinition> {
  const pieces = await piecesNamedIn(sql, organisationId, definition)
  return pieces.size === 0 ? definition : { ...definition, nodes: expandNodes(definition.nodes, pieces) }
}
