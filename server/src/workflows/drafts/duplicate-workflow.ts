import type { Sql } from '#db/sql.ts'
import { createWorkflow } from '../create-workflow.ts'
import { WorkflowNotFound } from '../errors.ts'
import { readDraft } from './read-draft.ts'

export interface Duplication {
  readonly organisationId: string
  readonly workflowId: string
  /** Default: "Copy of" and the name. */
  readonly name?: string
  readonly actor: string
}

const LONGEST_NAME = 200

/** Creates a workflow from the draft of another. Throws WorkflowNotFound. */
export async function duplicateWorkflow(tx: Sql, duplication: Duplication): Promise<{ id: string }> {
  const { organisationId, workflowId, actor } = duplication
  const original = await readDraft(tx, organisationId, workflowId)
  if (original === undefined) throw new WorkflowNotFound(workflowId)
  const name = duplication.name ?? `Copy of ${original.name}`.slice(0, LONGEST_NAME).toWellFormed()
  const { description, document } = original
  const draft = document === null ? {} : { draft: document }
  return createWorkflow(tx, { organisationId, name, description, ...draft, actor })
}
