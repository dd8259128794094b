import type { Sql } from '#db/sql.ts'
import { DraftConflict, WorkflowNotFound } from '../errors.ts'
import { readDraft } from './read-draft.ts'

/** The error for a draft that is not at the given revision. */
export async function draftConflict(
  tx: Sql,
  organisationId: string,
  workflowId: string,
): Promise<DraftConflict | WorkflowNotFound> {
  const draft = await readDraft(tx, organisationId, workflowId)
  if (draft === undefined) return new WorkflowNotFound(workflowId)
  const { revision, saved_by: by, saved_at, document } = draft
  return new DraftConflict({ revision, by, at: saved_at === null ? null : new Date(saved_at), document })
}
