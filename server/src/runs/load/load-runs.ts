import type { RunStatus } from '@millrace/contract/run'
import { bareArray } from '#db/array-literal.ts'
import type { Sql } from '#db/sql.ts'
import type { Resumption } from '#steps/step.ts'
import type { EventFacts, StoredEvent, TaskFacts, WebhookFacts } from '#workflows/facts.ts'
import type { RunToAdvance } from '../advance-job.ts'
import type { PlaceOfRuns } from './months-of-runs.ts'

/** What earlier steps stored for later ones. */
export interface RunMemory {
  readonly webhooks?: Readonly<Record<string, WebhookFacts>>
  readonly tasks?: Readonly<Record<string, TaskFacts>>
  /** Points, by the node that gave or took them. */
  readonly awarded?: Readonly<Record<string, number>>
  /** What the guest answered, by the node that asked. */
  readonly answers?: Readonly<Record<string, number | boolean>>
  /** The event that moved the run last. */
  readonly event?: StoredEvent
}

export interface LoadedRun {
  readonly organisationId: string
  readonly id: string
  readonly workflowId: string
  readonly workflowVersion: number
  readonly guestId: string
  readonly status: RunStatus
  readonly nodeId: string | null
  readonly sequence: number
  readonly stepCount: number
  readonly input: EventFacts
  readonly resumption: Resumption | null
  readonly memory: RunMemory | null
  readonly createdAt: Date
  /** How many runs have started each other to get to this one. */
  readonly chain: number
  /** Its workflow is paused: it takes no step until the workflow is active again. */
  readonly held: boolean
  /** Why it has to end, if its ending was requested. */
  readonly ending: string | null
}

/**
 * The runs that jobs were made for, in the order of their ids. A run that has moved since has another sequence, and is
 * not returned.
 */
export async function loadRuns(
  tx: Sql,
  place: PlaceOfRuns,
  jobs: readonly RunToAdvance[],
): Promise<LoadedRun[]> {
  const { rows } = await tx.query<LoadedRun>(
    `SELECT r.organisation_id AS "organisationId", r.id, r.workflow_id AS "workflowId",
            r.workflow_version AS "workflowVersion", r.guest_id AS "guestId", r.status, r.node_id AS "nodeId",
            r.sequence, r.step_count AS "stepCount", r.input, r.resumption, r.memory, r.created_at AS "createdAt",
            coalesce(r.chain, 0) AS chain, w.status = 'paused' AS held, e.reason AS ending
     FROM unnest($1::uuid[], $2::uuid[], $3::integer[]) AS job (organisation_id, run_id, sequence)
     JOIN runs${place.suffix} r ON r.organisation_id = job.organisation_id AND r.id = job.run_id AND r.sequence = job.sequence
     JOIN workflows w ON w.organisation_id = r.organisation_id AND w.id = r.workflow_id
     LEFT JOIN run_endings e ON e.organisation_id = r.organisation_id AND e.workflow_id = r.workflow_id
       AND e.up_to_version >= r.workflow_version AND e.created_at >= r.created_at
     WHERE r.status IN ('queued', 'running') ${place.within('r.id', 4)}`,
    [
      bareArray(jobs.map(job => job.organisation_id)),
      bareArray(jobs.map(job => job.run_id)),
      bareArray(jobs.map(job => job.sequence)),
      ...place.values,
    ],
  )
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1))
}
