import type { Sql } from '#db/sql.ts'
import { WorkflowNotFound } from '../errors.ts'
import type { Fault } from '../validation/fault.ts'
import { validate } from '../validation/validate.ts'
import type { OutboundChecks } from '../validation/webhook-faults.ts'
import { readDraft } from './read-draft.ts'

/** Whether the draft could be published as it is. Throws WorkflowNotFound. */
export async function validateDraft(
  tx: Sql,
  organisationId: string,
  workflowId: string,
  checks: OutboundChecks,
): Promise<{ revision: number; faults: readonly Fault[] }> {
  const draft = await readDraft(tx, organisationId, workflowId)
  if (draft === undefined) throw new WorkflowNotFound(workflowId)
  return { revision: draft.revision, faults: validate(draft.document, checks).faults }
}
