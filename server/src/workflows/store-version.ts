import { classOf } from '@millrace/contract/node'
import { segmentOf, triggerKind, type WorkflowDefinition } from '@millrace/contract/workflow'
import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'
import { beginToWatch } from '#organisations/begin-to-watch.ts'
import { listensForMore } from './compile.ts'
import { draftConflict } from './drafts/draft-conflict.ts'
import { endGuestsInside } from './end-guests-inside.ts'
import { InvalidWorkflow, StatusRefused } from './errors.ts'
import { lockWorkflow } from './lock-workflow.ts'
import { noPiece, pieceReferences } from './pieces/expand-pieces.ts'
import { holdPieces } from './pieces/piece-rows.ts'
import { refuseTakenSource } from './refuse-taken-source.ts'
import { keepSchedule } from './schedules.ts'
import { lockSegments } from './segments/segment-row.ts'
import { noSegment } from './segments/segment-uses.ts'
import { startFaults } from './start-faults.ts'
import type { Fault } from './validation/fault.ts'

export interface NewVersion {
  readonly organisationId: string
  readonly workflowId: string
  /** Validated. */
  readonly definition: WorkflowDefinition
  readonly actor: string
  /** The revision of the draft; refused when the draft was saved since. */
  readonly revision?: number
  /** Whether the guests inside continue with the version they started with, or end. */
  readonly inside: 'finish' | 'end'
}

/** Stores a document as the workflow's next version, and makes the workflow active. */
export async function storeVersion(tx: Sql, publication: NewVersion): Promise<{ version: number }> {
  const { organisationId, workflowId, definition, actor, revision, inside } = publication
  const { status, version: previous, draft_revision } = await lockWorkflow(tx, organisationId, workflowId)
  if (revision !== undefined && revision !== draft_revision)
    throw await draftConflict(tx, organisationId, workflowId)
  if (status === 'cancelled') throw new StatusRefused(status, 'active')
  const { trigger } = definition
  const { source, listener = false } = 'source' in trigger ? trigger : { source: null }
  await refuseTakenSource(tx, organisationId, workflowId, { source, listener })
  const faults = [
    ...(await startFaults(tx, organisationId, workflowId, definition)),
    ...(await segmentFaults(tx, organisationId, definition)),
    ...(await missingPieces(tx, organisationId, definition)),
  ]
  if (faults.length > 0) throw new InvalidWorkflow(faults)

  const { rows } = await tx.query<{ version: number }>(
    `INSERT INTO workflow_versions (organisation_id, workflow_id, version, definition, published_by)
     SELECT $1, $2, (
       SELECT coalesce(max(version), 0) + 1 FROM workflow_versions WHERE organisation_id = $1 AND workflow_id = $2
     ), $3, $4
     RETURNING version`,
    [organisationId, workflowId, JSON.stringify(definition), actor],
  )
  const version = (rows[0] as { version: number }).version
  await tx.query(
    `UPDATE workflows SET status = 'active', version = $3, source = $4, listener = $5, trigger = $6, updated_at = now()
     WHERE organisation_id = $1 AND id = $2`,
    [organisationId, workflowId, version, source, listener, triggerKind(trigger)],
  )
  await keepSchedule(tx, organisationId, workflowId, trigger)
  if (listensForMore(definition)) await beginToWatch(tx, organisationId)
  if (inside === 'end' && previous !== null) {
    const reason = `Version ${version} was published, and the guests inside were ended.`
    await endGuestsInside(tx, { organisationId, workflowId, upToVersion: previous, reason, actor })
  }
  await recordAudit(tx, organisationId, {
    actor,
    action: 'workflow.published',
    subject: workflowId,
    detail: { version, source, inside, ...transactionalIn(definition) },
  })
  return { version }
}

/** It may have been deleted since it was checked. Under the lock it cannot be: who deletes it finds this workflow. */
async function segmentFaults(
  tx: Sql,
  organisationId: string,
  { trigger }: WorkflowDefinition,
): Promise<Fault[]> {
  const named = segmentOf(trigger)
  if (named === undefined) return []
  const { id, path } = named
  const known = await lockSegments(tx, organisationId)
  return known.some(segment => segment.id === id) ? [] : [{ path, message: noSegment(id) }]
}

/** The same for pieces. */
async function missingPieces(
  tx: Sql,
  organisationId: string,
  definition: WorkflowDefinition,
): Promise<Fault[]> {
  const references = pieceReferences(definition)
  const held = await holdPieces(
    tx,
    organisationId,
    references.map(({ key }) => key),
  )
  return references.flatMap(({ key, path, node }) =>
    held.has(key) ? [] : [{ path, ...(node === undefined ? {} : { node }), message: noPiece(key) }],
  )
}

/** Who published them has confirmed that they are. */
function transactionalIn({ nodes }: WorkflowDefinition): { transactional?: string[] } {
  const steps = nodes.filter(node => classOf(node) === 'transactional').map(({ id }) => id)
  return steps.length === 0 ? {} : { transactional: steps }
}
