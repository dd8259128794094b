import type { Publication, WholeWorkflow } from '@millrace/contract/dashboard/workflows'
import { startsMembers, type WorkflowDefinition } from '@millrace/contract/workflow'
import type { WorkflowDraft, WorkflowFault } from '@millrace/contract/workflow-management'
import type { Sql } from '#db/sql.ts'
import { readSettings } from '#organisations/settings/read-settings.ts'
import { classesToConfirm } from '#workflows/classes-to-confirm.ts'
import { consentsGiven } from '#workflows/consents-given.ts'
import { describeDifference } from '#workflows/description/describe-difference.ts'
import { describeWorkflow } from '#workflows/description/describe-workflow.ts'
import { difference } from '#workflows/description/difference.ts'
import { readDraft, type StoredDraft } from '#workflows/drafts/read-draft.ts'
import { simulationNames } from '#workflows/drafts/simulation-names.ts'
import { readVersion } from '#workflows/drafts/versions.ts'
import { countMembersToStart } from '#workflows/due/segment-guests.ts'
import { WorkflowNotFound } from '#workflows/errors.ts'
import { findWorkflow } from '#workflows/find-workflow.ts'
import { guestsInside } from '#workflows/guests-inside.ts'
import { validateDocument } from '#workflows/pieces/validate-expanded.ts'
import { placeFaults } from '#workflows/place-faults.ts'
import { takenSourceFaults } from '#workflows/refuse-taken-source.ts'
import { startFaults } from '#workflows/start-faults.ts'
import type { Validation } from '#workflows/validation/validate.ts'
import type { DocumentChecks } from '#workflows/validation/validate-aside.ts'
import type { seenBy } from '../shown-definition.ts'
import { readNames } from './read-names.ts'

export interface Reading {
  readonly faults: WorkflowFault[]
  /** null while the document is not readable. */
  readonly sentence: string | null
}

/** The trigger of a document that may be anything. */
function triggerIn(document: unknown): unknown {
  return typeof document === 'object' && document !== null && 'trigger' in document
    ? document.trigger
    : undefined
}

/** What is wrong with a document, and what it does when nothing is. */
export async function readingOf(
  tx: Sql,
  organisationId: string,
  workflowId: string,
  document: unknown,
  { definition, faults }: Validation,
  { imagesAt }: Pick<DocumentChecks, 'imagesAt'>,
): Promise<Reading> {
  // Who chooses a source learns that another workflow has it before they have built the rest.
  if (definition === undefined) {
    const taken = await takenSourceFaults(tx, organisationId, workflowId, triggerIn(document))
    return { faults: [...taken, ...faults], sentence: null }
  }
  return {
    faults: [
      ...(await placeFaults(tx, organisationId, definition, imagesAt)),
      ...(await startFaults(tx, organisationId, workflowId, definition)),
      ...(await takenSourceFaults(tx, organisationId, workflowId, definition.trigger)),
    ],
    sentence: describeWorkflow(definition, await readNames(tx, organisationId)),
  }
}

/** Throws WorkflowNotFound. */
export async function requireDraft(tx: Sql, organisationId: string, id: string): Promise<StoredDraft> {
  const draft = await readDraft(tx, organisationId, id)
  if (draft === undefined) throw new WorkflowNotFound(id)
  return draft
}

/** A draft with what is wrong with it. The check may wait for its turn, so `sql` keeps no connection meanwhile. */
export async function draftReading(
  sql: Sql,
  organisationId: string,
  workflowId: string,
  draft: StoredDraft,
  checks: DocumentChecks,
): Promise<Reading & { draft: WorkflowDraft }> {
  const validation = await validateDocument(sql, organisationId, draft.document ?? {}, checks)
  return {
    draft: withoutName(draft),
    ...(await readingOf(sql, organisationId, workflowId, draft.document, validation, checks)),
  }
}

/**
 * A workflow with its draft, its live version, and what prevents the draft from being published. Throws
 * WorkflowNotFound. `tx` keeps no connection while the draft is checked, see `tenantSql`.
 */
export async function readWorkflow(
  tx: Sql,
  organisationId: string,
  id: string,
  checks: DocumentChecks,
): Promise<WholeWorkflow> {
  const [workflow, draft] = await Promise.all([
    findWorkflow(tx, organisationId, id),
    readDraft(tx, organisationId, id),
  ])
  if (workflow === undefined || draft === undefined) throw new WorkflowNotFound(id)
  const [published, reading] = await Promise.all([
    workflow.version === null ? undefined : readVersion(tx, organisationId, id, workflow.version),
    readingOf(
      tx,
      organisationId,
      id,
      draft.document,
      await validateDocument(tx, organisationId, draft.document ?? {}, checks),
      checks,
    ),
  ])
  return { workflow, draft: withoutName(draft), published: published ?? null, ...reading }
}

/** The same for a member who may not see all of its documents; `see` is what `seenBy` returns for their role. */
export const seenWorkflow = (
  { draft, published, ...rest }: WholeWorkflow,
  see: ReturnType<typeof seenBy>,
): WholeWorkflow => ({
  ...rest,
  draft: { ...draft, document: see(draft.document) },
  published: published && { ...published, definition: see(published.definition) },
})

export const withoutName = ({
  name: _name,
  description: _description,
  ...draft
}: StoredDraft): WorkflowDraft => draft

/** What is shown before publishing. Throws WorkflowNotFound. */
export async function readPublication(
  tx: Sql,
  organisationId: string,
  id: string,
  checks: DocumentChecks,
  see: ReturnType<typeof seenBy>,
): Promise<Publication> {
  const { draft, published, faults } = seenWorkflow(await readWorkflow(tx, organisationId, id, checks), see)
  const [inside, simulations, names] = await Promise.all([
    guestsInside(tx, organisationId, id),
    simulationNames(tx, organisationId, id),
    readNames(tx, organisationId),
  ])
  const changes = published === null ? null : difference(published.definition, draft.document ?? {})
  return {
    revision: draft.revision,
    publishable: faults.length === 0,
    faults,
    difference: changes,
    sentences: changes === null ? [] : describeDifference(changes, names),
    guests_inside: inside,
    simulations,
    transactional: toConfirm(faults, draft, published),
    gives_consent: await unconfirmedConsents(tx, organisationId, faults, draft),
    already_in: await membersToStart(tx, organisationId, id, faults, draft),
  }
}

function toConfirm(
  faults: readonly WorkflowFault[],
  draft: WorkflowDraft,
  published: WholeWorkflow['published'],
) {
  if (faults.length > 0) return []
  // Without faults it is a definition.
  const definition = draft.document as unknown as WorkflowDefinition
  return classesToConfirm(definition, published?.definition).map(({ id }) => id)
}

async function unconfirmedConsents(
  tx: Sql,
  organisationId: string,
  faults: readonly WorkflowFault[],
  draft: WorkflowDraft,
): Promise<string[]> {
  if (faults.length > 0) return []
  const stored = await readSettings(tx, organisationId)
  return stored?.settings.double_opt_in
    ? [...consentsGiven(draft.document as unknown as WorkflowDefinition)]
    : []
}

async function membersToStart(
  tx: Sql,
  organisationId: string,
  workflowId: string,
  faults: readonly WorkflowFault[],
  draft: WorkflowDraft,
): Promise<number | null> {
  if (faults.length > 0) return null
  const { trigger } = draft.document as unknown as WorkflowDefinition
  return startsMembers(trigger) ? countMembersToStart(tx, { organisationId, workflowId, trigger }) : null
}
