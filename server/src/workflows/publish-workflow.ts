import type { Sql } from '#db/sql.ts'
import { InvalidWorkflow } from './errors.ts'
import { storeVersion } from './store-version.ts'
import { validate } from './validation/validate.ts'

export interface Publication {
  readonly organisationId: string
  readonly workflowId: string
  readonly document: unknown
  readonly actor: string
}

/**
 * Makes the document the workflow's next version, and the workflow active: new runs start on it, and runs inside finish
 * on the version they started with. Throws InvalidWorkflow, WorkflowNotFound, SourceTaken or StatusRefused.
 */
export async function publishWorkflow(tx: Sql, publication: Publication): Promise<{ version: number }> {
  const { document, ...rest } = publication
  const { definition, faults } = validate(document)
  if (definition === undefined) throw new InvalidWorkflow(faults)
  return storeVersion(tx, { ...rest, definition, inside: 'finish' })
}
