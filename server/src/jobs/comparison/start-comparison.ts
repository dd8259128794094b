import type { ComparisonProgress, ComparisonRequest, Job } from '@millrace/contract/job'
import { isScheduled, type WorkflowDefinition } from '@millrace/contract/workflow'
import type { Sql } from '#db/sql.ts'
import { readDraft } from '#workflows/drafts/read-draft.ts'
import { readVersion } from '#workflows/drafts/versions.ts'
import { InvalidWorkflow, WorkflowNotFound } from '#workflows/errors.ts'
import { findWorkflow } from '#workflows/find-workflow.ts'
import { definitionNow, validateDocument } from '#workflows/pieces/validate-expanded.ts'
import { isReadable } from '#workflows/validation/validate.ts'
import type { DocumentChecks } from '#workflows/validation/validate-aside.ts'
import { storeJob } from '../jobs.ts'
import { emptyTally } from './tally.ts'

/** Both documents as they were at the start: later edits of the draft do not change the comparison. */
export interface Comparison {
  readonly since: string
  readonly until: string
  readonly name: string
  readonly draft: WorkflowDefinition
  /** null: no version that this release can read was ever published. */
  readonly live: WorkflowDefinition | null
}

export interface ComparisonStart extends ComparisonRequest {
  readonly organisationId: string
  readonly workflowId: string
  readonly actor: string
}

/**
 * Its only write comes last, so its `sql` need not be a transaction, and does not have to wait for the thread that checks the draft. Throws
 * WorkflowNotFound, and InvalidWorkflow if the draft could not be published.
 */
export async function startComparison(
  sql: Sql,
  start: ComparisonStart,
  checks: DocumentChecks = {},
): Promise<Job> {
  const { organisationId, workflowId, days, actor } = start
  const [draft, workflow] = await Promise.all([
    readDraft(sql, organisationId, workflowId),
    findWorkflow(sql, organisationId, workflowId),
  ])
  if (draft === undefined || workflow === undefined) throw new WorkflowNotFound(workflowId)
  const { definition, faults } = await validateDocument(sql, organisationId, draft.document, checks, {
    outbound: false,
  })
  if (definition === undefined) throw new InvalidWorkflow(faults)
  const published =
    workflow.version === null
      ? undefined
      : await readVersion(sql, organisationId, workflowId, workflow.version)
  const live = isReadable(published?.definition) ? published.definition : null
  const readsEvents = [definition, live].some(one => one !== null && !isScheduled(one.trigger))
  const { rows } = await sql.query<{ since: Date; until: Date; total: number }>(
    `SELECT since, until,
            (SELECT count(*) FROM events
             WHERE $3 AND organisation_id = $1 AND id >= uuid_floor(since) AND id < uuid_floor(until)) AS total
     FROM (SELECT now() - make_interval(days => $2) AS since, now() AS until) AS range`,
    [organisationId, days, readsEvents],
  )
  const { since, until, total } = rows[0] as { since: Date; until: Date; total: number }
  const request: Comparison = {
    since: since.toISOString(),
    until: until.toISOString(),
    name: workflow.name,
    draft: await definitionNow(sql, organisationId, definition),
    live: live && (await definitionNow(sql, organisationId, live)),
  }
  const progress: ComparisonProgress = {
    event_id: null,
    events: 0,
    total,
    draft: emptyTally(),
    live: live === null ? null : emptyTally(),
  }
  return storeJob(sql, { organisationId, workflowId, kind: 'comparison', request, progress, actor })
}
