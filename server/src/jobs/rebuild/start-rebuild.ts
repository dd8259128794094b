import type { Job, RebuildProgress } from '@millrace/contract/job'
import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'
import { JobRefused } from '../errors.ts'
import { storeJob } from '../jobs.ts'

export interface Rebuild {
  /** null: events that name none. */
  readonly source: string | null
}

export interface RebuildStart extends Rebuild {
  readonly organisationId: string
  readonly actor: string
}

export const begun: RebuildProgress = { event_id: null, events: 0, entries: 0 }

/**
 * Starts a rebuild of the ledger from the stored events of a source. Throws JobRefused if there is one under way. Two
 * that start at the same moment do the same work twice, and nothing else.
 */
export async function startRebuild(tx: Sql, start: RebuildStart): Promise<Job> {
  const { organisationId, source, actor } = start
  const { rowCount } = await tx.query(
    `SELECT FROM undertakings
     WHERE organisation_id = $1 AND kind = 'visits' AND status = 'running'
       AND request ->> 'source' IS NOT DISTINCT FROM $2`,
    [organisationId, source],
  )
  if (rowCount !== 0) throw new JobRefused('The visits of this source are being rebuilt already.')
  const request: Rebuild = { source }
  const job = await storeJob(tx, {
    organisationId,
    workflowId: null,
    kind: 'visits',
    request,
    progress: begun,
    actor,
  })
  await recordAudit(tx, organisationId, {
    actor,
    action: 'visits.rebuild_started',
    subject: job.id,
    detail: { source },
  })
  return job
}
