import type { RunInList } from '@millrace/contract/dashboard/runs'
import type { RunOutcome, RunStatus } from '@millrace/contract/run'
import { idAt } from '#base/id-at.ts'
import { guestCalled } from '#guests/guest-called.ts'
import { type RunRow, runColumns, shownStatus, toRun, withWorkflow } from '#runs/read/run-row.ts'
import { type Sight, seesRun } from '../lists/sight.ts'
import { type Asked, directionOf, where } from '../lists/where.ts'

export interface RunsAsked {
  readonly sight: Sight
  readonly workflowId?: string | undefined
  readonly status?: RunStatus | undefined
  readonly outcome?: RunOutcome | undefined
  readonly guestId?: string | undefined
  /** The node where they are, or were last. */
  readonly node?: string | undefined
  /** The code of the error. */
  readonly error?: string | undefined
  readonly since?: Date | undefined
  readonly until?: Date | undefined
}

export interface RunsPage extends RunsAsked {
  /** Oldest first; newest first without it. */
  readonly oldest?: boolean | undefined
  /** The id of the last run of the previous page. */
  readonly after?: string | undefined
  /** The id of the last run to examine. */
  readonly downTo?: string | undefined
  readonly limit: number
}

export type ListedRow = RunRow & Pick<RunInList, 'workflow_name' | 'guest_name' | 'serial'>

/** For a run r, its workflow w and its guest g. */
export const listedColumns = `${runColumns}, w.name AS workflow_name, ${guestCalled} AS guest_name, r.input->'serials'->>0 AS serial`
export const withNames = `${withWorkflow}
  LEFT JOIN guests g ON g.organisation_id = r.organisation_id AND g.id = r.guest_id`

export function toListed({ workflow_name, guest_name, serial, ...row }: ListedRow): RunInList {
  return { ...toRun(row), workflow_name, guest_name, serial }
}

/** The conditions that an index can answer directly; all others are checked run by run. */
export const rangeOf = (page: Omit<RunsPage, 'limit'>): readonly Asked[] => [
  [page.oldest ? 'r.id > :value' : 'r.id < :value', page.after],
  [page.oldest ? 'r.id <= :value' : 'r.id >= :value', page.downTo],
  ['r.id >= :value', page.since && idAt(page.since)],
  ['r.id < :value', page.until && idAt(page.until)],
  ['r.workflow_id = :value', page.workflowId],
  ['r.guest_id = current_guest($1, :value)', page.guestId],
]

/** Separate from the query itself, so that a test can ask the database for its plan. */
export function runsStatement(
  organisationId: string,
  page: RunsPage,
): { readonly sql: string; readonly values: unknown[] } {
  const { sql, values } = where('r', organisationId, [
    ...rangeOf(page),
    // The first half matches the index of failed runs.
    page.status === 'failed'
      ? ['r.error IS NOT NULL AND r.status = :value', page.status]
      : [`${shownStatus} = :value`, page.status],
    ['r.outcome = :value', page.outcome],
    ['r.node_id = :value', page.node],
    [`r.error IS NOT NULL AND r.error->>'code' = :value`, page.error],
    [seesRun, page.sight],
  ])
  return {
    sql: `SELECT ${listedColumns} FROM runs r ${withNames}
          WHERE ${sql} ORDER BY r.id ${directionOf(page)} LIMIT $${values.length + 1}`,
    values: [...values, page.limit],
  }
}
