import type { WorkflowDefinition } from '@millrace/contract/workflow'
import type { Sql } from '#db/sql.ts'
import { classesToConfirm } from '../classes-to-confirm.ts'
import { ClassNotConfirmed, type FailedSimulation, InvalidWorkflow, SimulationsFailed } from '../errors.ts'
import { validateDocument } from '../pieces/validate-expanded.ts'
import { placeFaults } from '../place-faults.ts'
import { storeVersion } from '../store-version.ts'
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
  readonly inside: 'finish' | 'end'
  /** The person has confirmed that the transactional steps are. */
  readonly confirm_transactional?: boolean
  readonly actor: string
  readonly checks: DocumentChecks
  readonly runSimulations: RunSimulations
}

/**
 * Publishes the draft that the person saw, and no other. Throws DraftConflict when it was saved since, InvalidWorkflow,
 * ClassNotConfirmed, SimulationsFailed, WorkflowNotFound, SourceTaken or StatusRefused.
 */
export async function publishDraft(tx: Sql, publication: DraftPublication): Promise<{ version: number }> {
  const { checks: _checks, runSimulations: _run, ...rest } = publication
  return storeVersion(tx, { ...rest, definition: await publishableDraft(tx, publication) })
}

/**
 * The first half of it, which may wait for a thread: with an `sql` that keeps no connection meanwhile. The version is
 * stored afterwards with the revision, which is compared again under the lock.
 */
export async function publishableDraft(tx: Sql, publication: DraftPublication): Promise<WorkflowDefinition> {
  const { checks, runSimulations, organisationId, workflowId, revision } = publication
  const draft = await readDraft(tx, organisationId, workflowId)
  if (draft?.revision !== revision) throw await draftConflict(tx, organisationId, workflowId)
  const { definition, faults } = await validateDocument(tx, organisationId, draft.document, checks)
  if (definition === undefined) throw new InvalidWorkflow(faults)
  const misplaced = await placeFaults(tx, organisationId, definition, checks.imagesAt)
  if (misplaced.length > 0) throw new InvalidWorkflow(misplaced)
  if (publication.confirm_transactional !== true) {
    const steps = classesToConfirm(definition, await readLive(tx, organisationId, workflowId))
    if (steps.length > 0) throw new ClassNotConfirmed(steps)
  }
  const failures = await runSimulations(definition)
  if (failures.length > 0) throw new SimulationsFailed(failures)
  return definition
}
