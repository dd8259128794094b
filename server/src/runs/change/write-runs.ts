import { bareArray, textArray } from '#db/array-literal.ts'
import type { Sql } from '#db/sql.ts'
import type { LoadedRun, RunMemory } from '../load/load-runs.ts'
import type { PlaceOfRuns } from '../load/months-of-runs.ts'
import type { RunState } from './state.ts'

export interface RunChange {
  readonly run: LoadedRun
  readonly result: { readonly run: RunState }
  /** What later steps need to know; undefined: unchanged. */
  readonly memory?: RunMemory
  /** The resumption of the run is kept for when it continues: no step has seen it. */
  readonly keepResumption?: boolean
}

/**
 * Writes how far runs got, if none of them has changed since it was read; otherwise the statement fails (`isStale`). The
 * runs are not locked in between: conflicts are very rare, and locking 500 rows that will be written anyway was 5 % of
 * all the work.
 */
export async function writeRuns(tx: Sql, place: PlaceOfRuns, changes: readonly RunChange[]): Promise<void> {
  await tx.query(statement(place), [
    bareArray(changes.map(({ run }) => run.organisationId)),
    bareArray(changes.map(({ run }) => run.id)),
    bareArray(changes.map(({ run }) => run.sequence)),
    textArray(changes.map(({ result }) => result.run.status)),
    textArray(changes.map(({ result }) => result.run.outcome)),
    textArray(changes.map(({ result }) => result.run.outcomeReason)),
    textArray(changes.map(({ result }) => result.run.nodeId)),
    bareArray(changes.map(({ result }) => result.run.stepCount)),
    textArray(changes.map(({ result }) => result.run.waitingFor && JSON.stringify(result.run.waitingFor))),
    textArray(changes.map(({ result }) => result.run.resumesAt?.toISOString() ?? null)),
    textArray(changes.map(({ result }) => result.run.error && JSON.stringify(result.run.error))),
    textArray(changes.map(({ memory }) => (memory === undefined ? null : JSON.stringify(memory)))),
    bareArray(changes.map(({ keepResumption }) => (keepResumption === true ? 't' : 'f'))),
    ...place.values,
  ])
}

/** Another writer advanced a run between reading and writing it: what was decided about it is void. */
export const isStale = (error: unknown): boolean => (error as { code?: string }).code === STALE
const STALE = 'MR003'

const statement = ({ suffix, within }: PlaceOfRuns) => `
  WITH written AS (UPDATE runs${suffix} AS runs SET
    status = c.status, outcome = c.outcome, outcome_reason = c.outcome_reason, node_id = c.node_id,
    step_count = c.step_count, waiting_for = c.waiting_for, resumes_at = c.resumes_at, error = c.error,
    memory = coalesce(c.memory, runs.memory), resumption = CASE WHEN c.keep_resumption THEN runs.resumption END,
    held_at = CASE WHEN c.status = 'paused' THEN now() END, sequence = runs.sequence + 1, started_at = coalesce(runs.started_at, now()),
    finished_at = CASE WHEN c.status IN ('completed', 'failed', 'cancelled') THEN now() END
  FROM unnest(
    $1::uuid[], $2::uuid[], $3::integer[], $4::text[], $5::text[], $6::text[], $7::text[], $8::integer[],
    $9::jsonb[], $10::timestamptz[], $11::jsonb[], $12::jsonb[], $13::boolean[]
  ) AS c (organisation_id, id, sequence, status, outcome, outcome_reason, node_id, step_count, waiting_for,
          resumes_at, error, memory, keep_resumption)
  WHERE runs.organisation_id = c.organisation_id AND runs.id = c.id AND runs.sequence = c.sequence
    ${within('runs.id', 14)}
  RETURNING 1)
  SELECT insist(count(*) = cardinality($2::uuid[]), '${STALE}') FROM written`
