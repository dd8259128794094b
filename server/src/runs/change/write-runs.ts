import { bare, type Column, type Form, formOf, rowSource, rowValues, text } from '#db/row-source.ts'
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
  const form = formOf(changes)
  await tx.query(statement(form, place), [...rowValues(form, columns, changes), ...place.values])
}

/** Another writer advanced a run between reading and writing it: what was decided about it is void. */
export const isStale = (error: unknown): boolean => (error as { code?: string }).code === STALE
const STALE = 'MR003'

const asJson = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value))

const columns: readonly Column<RunChange>[] = [
  bare('uuid', ({ run }) => run.organisationId),
  bare('uuid', ({ run }) => run.id),
  bare('integer', ({ run }) => run.sequence),
  text('text', ({ result }) => result.run.status),
  text('text', ({ result }) => result.run.outcome),
  text('text', ({ result }) => result.run.outcomeReason),
  text('text', ({ result }) => result.run.nodeId),
  bare('integer', ({ result }) => result.run.stepCount),
  text('jsonb', ({ result }) => asJson(result.run.waitingFor)),
  text('timestamptz', ({ result }) => result.run.resumesAt?.toISOString() ?? null),
  text('jsonb', ({ result }) => asJson(result.run.error)),
  text('jsonb', ({ memory }) => asJson(memory)),
  bare('boolean', ({ keepResumption }) => (keepResumption === true ? 't' : 'f')),
]

const statement = (form: Form, { suffix, within }: PlaceOfRuns) => `
  WITH written AS (
    UPDATE runs${suffix} AS runs SET
      status = c.status, outcome = c.outcome, outcome_reason = c.outcome_reason, node_id = c.node_id,
      step_count = c.step_count, waiting_for = c.waiting_for, resumes_at = c.resumes_at, error = c.error,
      memory = coalesce(c.memory, runs.memory), resumption = CASE WHEN c.keep_resumption THEN runs.resumption END,
      held_at = CASE WHEN c.status = 'paused' THEN now() END, sequence = runs.sequence + 1,
      started_at = coalesce(runs.started_at, now()),
      finished_at = CASE WHEN c.status IN ('completed', 'failed', 'cancelled') THEN now() END
    FROM ${rowSource(form, columns, 1)}
      AS c (organisation_id, id, sequence, status, outcome, outcome_reason, node_id, step_count, waiting_for,
            resumes_at, error, memory, keep_resumption)
    WHERE runs.organisation_id = c.organisation_id AND runs.id = c.id AND runs.sequence = c.sequence
      ${within('runs.id', columns.length + 1)}
    RETURNING 1
  )
  SELECT insist(count(*) = ${form === 'one' ? '1' : 'cardinality($2::uuid[])'}, '${STALE}') FROM written`
