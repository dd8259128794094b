import type { WorkflowDefinition } from '@millrace/contract/workflow'
import type { Sql } from '#db/sql.ts'
import { readDraft } from '#workflows/drafts/read-draft.ts'
import { InvalidWorkflow } from '#workflows/errors.ts'
import { validateDocument } from '#workflows/pieces/validate-expanded.ts'
import type { DocumentChecks } from '#workflows/validation/validate-aside.ts'

/** The document that came with the request, or the draft. Throws InvalidWorkflow. */
export async function definitionToTry(
  tx: Sql,
  checks: DocumentChecks,
  organisationId: string,
  workflowId: string,
  given?: unknown,
): Promise<WorkflowDefinition> {
  const document = given ?? (await readDraft(tx, organisationId, workflowId))?.document ?? {}
  const { definition, faults } = await validateDocument(tx, organisationId, document, checks, {
    outbound: false,
  })
  if (definition === undefined) throw new InvalidWorkflow(faults)
  return definition
}
