import type { Sql } from '#db/sql.ts'
import { bareArray } from './bare-array.ts'
import type { LoadedRun } from './load-runs.ts'
import type { RunState } from './state.ts'

export interface RunChange {
  readonly before: LoadedRun
  readonly after: RunState
}

/**
 * Writes where runs got to, each only if nobody changed it since it was read. They are locked, so that is always
 * so; should it ever not be, nothing at all is written.
 */
export async function writeRuns(tx: Sql, changes: readonly RunChange[]): Promise<void> {
  const { rowCount } = await tx.query(STATEMENT, [
    bareArray(changes.map(({ before }) => before.organisationId)),
    bareArray(changes.map(({ before }) => before.id)),
    bareArray(changes.map(({ before }) => before.sequence)),
    changes.map(({ after }) => after.status),
    changes.map(({ after }) => after.outcome),
    changes.map(({ after }) => after.outcomeReason),
    changes.map(({ after }) => after.nodeId),
    bareArray(changes.map(({ after }) => after.stepCount)),
    changes.map(({ after }) => after.waitingFor && JSON.stringify(after.waitingFor)),
    changes.map(({ after }) => after.resumesAt),
    changes.map(({ after }) => after.error && JSON.stringify(after.error)),
  ])
  if (rowCount !== changes.length)
    throw new Error(`${changes.length - (rowCount ?? 0)} runs were changed by others`)
}

const STATEMENT = `
  UPDATE runs SET
    status = c.status, outcome = c.outcome, outcome_reason = c.outcome_reason, node_id = c.node_id,
    step_count = c.step_count, waiting_for = c.waiting_for, resumes_at = c.resumes_at, error = c.error,
    sequence = runs.sequence + 1, started_at = coalesce(runs.started_at, now()),
    finished_at = CASE WHEN c.status IN ('completed', 'failed', 'cancelled') THEN now() END
  FROM unnest(
    $1::uuid[], $2::uuid[], $3::integer[], $4::text[], $5::text[], $6::text[], $7::text[], $8::integer[],
    $9::jsonb[], $10::timestamptz[], $11::jsonb[]
  ) AS c (organisation_id, id, sequence, status, outcome, outcome_reason, node_id, step_count, waiting_for,
          resumes_at, error)
  WHERE runs.organisation_id = c.organisation_id AND runs.id = c.id AND runs.sequence = c.sequence`
