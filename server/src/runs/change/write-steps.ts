import { bareArray, textArray } from '#db/array-literal.ts'
import type { Sql } from '#db/sql.ts'
import type { StepDetail } from '#steps/step.ts'
import type { LoadedRun } from '../load/load-runs.ts'

/** The record of a step from a walk. */
export interface StepRecord {
  readonly position: number
  readonly nodeId: string
  /** Empty if the step was not taken again: the step where the run stood is closed if it is still open. */
  readonly type: string
  readonly status: 'completed' | 'waiting' | 'failed' | 'skipped'
  readonly detail: StepDetail
  /** Already recorded when the run stopped there: this finishes that record, and adds to its detail. */
  readonly resumed: boolean
}

export interface TakenStep {
  readonly run: LoadedRun
  readonly step: StepRecord
}

/** Steps of one run that are stored as one row: the first, and those that followed it at once. */
interface StepRow extends TakenStep {
  readonly followers: Follower[]
}

/** As the table has it, see migrations/0134_steps_together.sql. The status is left out where it is `completed`. */
type Follower = readonly [nodeId: string, type: string, detail: StepDetail, status?: StepRecord['status']]

/**
 * Records steps. Those that a run takes in one go share a row, but for one that changes later. The step where a run
 * stood already exists: it is finished, or continues to wait. If it had failed, this is another attempt, and the detail
 * of the failure is removed.
 */
export async function writeSteps(tx: Sql, taken: readonly TakenStep[]): Promise<void> {
  const fresh = taken.filter(({ step }) => !step.resumed)
  const resumed = taken.filter(({ step }) => step.resumed)
  await Promise.all([
    fresh.length > 0 && tx.query(INSERT, freshColumns(fresh)),
    resumed.length > 0 && tx.query(FINISH, columns(resumed)),
  ])
}

function freshColumns(fresh: readonly TakenStep[]): unknown[] {
  const rows = rowsOf(fresh)
  const together = JSON.stringify(rows.map(togetherOf))
  if (!NO_TEXT.test(together)) return [...columns(rows.map(withoutShared)), together]
  return [...columns(fresh), JSON.stringify(fresh.map(() => null))]
}

/**
 * Halves of characters and NUL: json would store them, and could no longer be read as jsonb. In separate rows, as jsonb,
 * they are refused at once.
 */
const NO_TEXT = /\\u(?:0000|d[89a-f])/i

function rowsOf(fresh: readonly TakenStep[]): StepRow[] {
  const rows: StepRow[] = []
  for (const { run, step } of fresh) {
    const last = rows.at(-1)
    if (last?.run === run && isSettled(step)) {
      const { nodeId, type, detail, status } = step
      last.followers.push(status === 'completed' ? [nodeId, type, detail] : [nodeId, type, detail, status])
    } else rows.push({ run, step, followers: [] })
  }
  return rows
}

/** It never changes. A walk ends with any other step, so what follows one always follows a settled one. */
const isSettled = ({ status }: StepRecord) => status === 'completed' || status === 'skipped'

const togetherOf = ({ step, followers }: StepRow) =>
  followers.length === 0 ? null : [step.detail, ...followers]

const withoutShared = ({ run, step, followers }: StepRow): TakenStep =>
  followers.length === 0 ? { run, step } : { run, step: { ...step, detail: {} } }

/** The ids of a run are sent once, not once for each step: steps refer to their run by its position in the list. */
function columns(taken: readonly TakenStep[]): unknown[] {
  const places = new Map<LoadedRun, number>()
  for (const { run } of taken) if (!places.has(run)) places.set(run, places.size + 1)
  const runs = [...places.keys()]
  return [
    bareArray(runs.map(run => run.organisationId)),
    bareArray(runs.map(run => run.id)),
    bareArray(taken.map(({ run }) => places.get(run) as number)),
    bareArray(taken.map(({ step }) => step.position)),
    textArray(taken.map(({ step }) => step.nodeId)),
    textArray(taken.map(({ step }) => step.type)),
    textArray(taken.map(({ step }) => step.status)),
    JSON.stringify(taken.map(({ step }) => step.detail)),
  ]
}

// One list for each column, and all details as one document: 1,500 steps in 22 ms. As one JSON document of rows
// (json_to_recordset, which hashes every row's keys) it takes 28 ms; with each detail as an entry of a text array, 26
// ms.
const rows = (more: { readonly sources: string; readonly columns: string }) => `(
    SELECT ($1::uuid[])[run] AS organisation_id, ($2::uuid[])[run] AS run_id, position, node_id, type, status, detail${more.columns}
    FROM ROWS FROM (
      unnest($3::integer[]), unnest($4::integer[]), unnest($5::text[]), unnest($6::text[]), unnest($7::text[]),
      jsonb_array_elements($8::jsonb)${more.sources}
    ) AS r (run, position, node_id, type, status, detail${more.columns})
  ) AS s`

const INSERT = `
  INSERT INTO steps (organisation_id, run_id, position, node_id, type, status, detail, started_at, finished_at, together)
  SELECT s.organisation_id, s.run_id, s.position, s.node_id, s.type, s.status, s.detail, now(),
         CASE WHEN s.status <> 'waiting' THEN now() END, CASE json_typeof(s.together) WHEN 'array' THEN s.together END
  FROM ${rows({ sources: ', json_array_elements($9::json)', columns: ', together' })}`

const FINISH = `
  UPDATE steps
  SET status = s.status, attempt = steps.attempt + CASE WHEN steps.status = 'failed' THEN 1 ELSE 0 END,
      detail = CASE WHEN steps.status = 'failed' THEN steps.detail - '{message,field,line,column,delivery}'::text[]
                    ELSE steps.detail END || s.detail,
      finished_at = CASE WHEN s.status <> 'waiting' THEN now() END
  FROM ${rows({ sources: '', columns: '' })}
  WHERE steps.organisation_id = s.organisation_id AND steps.run_id = s.run_id AND steps.position = s.position
    AND (s.type <> '' OR steps.status = 'waiting')`
