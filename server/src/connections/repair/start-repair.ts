import type { Job, RepairProgress } from '@millrace/contract/job'
import type { Sql } from '#db/sql.ts'
import { JobRefused } from '#jobs/errors.ts'
import { storeJob } from '#jobs/jobs.ts'
import { recordAudit } from '#organisations/audit.ts'
import { latestRepair } from './read-repair.ts'

/** What a job of this kind is to do. */
export interface Repair {
  readonly connection_id: string
  /** Of the mapping. */
  readonly version: number
  /** The comparison whose new events are to be made; null: this one compares. */
  readonly comparison: string | null
}

const begun: RepairProgress = { delivery_id: null, deliveries: 0, total: 0 }

interface Start {
  readonly organisationId: string
  readonly connectionId: string
  readonly actor: string
}

/** Compares all that is stored, by the present mapping. Throws JobRefused while another repair is under way. */
export async function startComparing(tx: Sql, start: Start): Promise<Job> {
  const { version } = await present(tx, start)
  return store(tx, start, { connection_id: start.connectionId, version, comparison: null })
}

/** Makes the events that the latest comparison found to be new. */
export async function startApplying(tx: Sql, start: Start): Promise<Job> {
  const { version, paused } = await present(tx, start)
  const latest = await latestRepair(tx, start.organisationId, start.connectionId)
  if (latest === undefined || latest.comparison !== null || latest.job.status !== 'done')
    throw new JobRefused('Compare the stored deliveries first.')
  if (latest.version !== version)
    throw new JobRefused('The mapping was changed after the comparison. Compare again.')
  if (paused) throw new JobRefused('The connection is paused, so no delivery is read. Resume it first.')
  return store(tx, start, { connection_id: start.connectionId, version, comparison: latest.job.id })
}

/** Holds the connection until the end of the transaction: of two members who start at once, one is refused. */
async function present(tx: Sql, { organisationId, connectionId }: Start) {
  const { rows } = await tx.query<{ version: number; paused: boolean }>(
    `SELECT mapping_version AS version, paused_at IS NOT NULL AS paused FROM connections
     WHERE organisation_id = $1 AND id = $2 FOR UPDATE`,
    [organisationId, connectionId],
  )
  const { rowCount } = await tx.query(
    `SELECT FROM undertakings WHERE organisation_id = $1 AND kind = 'repair' AND status = 'running'
       AND request ->> 'connection_id' = $2`,
    [organisationId, connectionId],
  )
  if (rowCount !== 0) throw new JobRefused('A repair of this connection is under way already.')
  return rows[0] as { version: number; paused: boolean }
}

async function store(tx: Sql, { organisationId, connectionId, actor }: Start, request: Repair): Promise<Job> {
  const job = await storeJob(tx, {
    organisationId,
    workflowId: null,
    kind: 'repair',
    request,
    progress: begun,
    actor,
  })
  await recordAudit(tx, organisationId, {
    actor,
    action: request.comparison === null ? 'repair.compared' : 'repair.applied',
    subject: connectionId,
    detail: { job: job.id, version: request.version },
  })
  return job
}
