import type { WorkflowDefinition } from '@millrace/contract/workflow'
import type { Sql } from '#db/sql.ts'
import { classesToConfirm } from '../classes-to-confirm.ts'
import { ClassNotConfirmed, type FailedSimulation, InvalidWorkflow, SimulationsFailed } from '../errors.ts'
import { validateDocument } from '../pieces/validate-expanded.ts'
import { placeFaults } from '../place-faults.ts'
import type { DocumentChecks } from '../validation/validate-aside.ts'
import { draftConflict } from './draft-conflict.ts'
import { readDraft } from './read-draft.ts'
import { readLive } from './versions.ts'

/** Runs the saved simulations of the workflow on a document, and returns those with another result than expected. */
export type RunSimulations = (definition: WorkflowDefinition) => Promise<readonly FailedSimulation[]>

export interface DraftPublication {
  readonly organisationId: string
  readonly workflowId: string
  /** The revision of the draft that the person saw. */
  readonly revision: number
  /** The person has confirmed that the transactional steps are. */
  readonly confirm_transactional?: boolean
  readonly actor: string
  readonly checks: DocumentChecks
  readonly runSimulations: RunSimulations
}

/**
 * The draft that the person saw, checked, and no other. It may wait for a thread, so its `sql` must not keep a transaction: the version
 * is stored afterwards (`storeVersion`) with the revision, which is compared again under the lock. Throws DraftConflict
 * when the draft was saved since, InvalidWorkflow, ClassNotConfirmed, SimulationsFailed or WorkflowNotFound.
 */
export async function publishableDraft(sql: Sql, publication: DraftPublication): Promise<WorkflowDefinition> {
  const { checks, runSimulations, organisationId, workflowId, revision } = publication
  const draft = await readDraft(sql, organisationId, workflowId)
  if (draft?.revision !== revision) throw await draftConflict(sql, organisationId, workflowId)
  const { definition, faults } = await validateDocument(sql, organisationId, draft.document, checks)
  if (definition === undefined) throw new InvalidWorkflow(faults)
  const misplaced = await placeFaults(sql, organisationId, definition, checks.imagesAt)
  if (misplaced.length > 0) throw new InvalidWorkflow(misplaced)
  if (publication.confirm_transactional !== true) {
    const steps = classesToConfirm(definition, await readLive(sql, organisationId, workflowId))
    if (steps.length > 0) throw new ClassNotConfirmed(steps)
  }
  const failures = await runSimulations(definition)
  if (failures.length > 0) throw new SimulationsFailed(failures)
  return definition
}
