import type { WorkflowInList } from '@millrace/contract/dashboard/workflows'
import type { WorkflowStatus } from '@millrace/contract/workflow'
import { readCounts } from '#counts/read-counts.ts'
import type { Sql } from '#db/sql.ts'
import { readClock } from '#runs/load/read-clock.ts'
import { describeWorkflow } from '#workflows/description/describe-workflow.ts'
import { isReadable } from '#workflows/validation/validate.ts'
import { toWorkflow, type WorkflowRow } from '#workflows/workflow-row.ts'
import { sum } from '../home/series.ts'
import { type Sight, seenRuns } from '../lists/sight.ts'
import { where } from '../lists/where.ts'
import { readNames } from './read-names.ts'

export type WorkflowSort = 'created' | '-created' | 'name' | '-name' | 'updated' | '-updated'

export interface WorkflowsPage {
  readonly status?: WorkflowStatus | undefined
  /** Part of its name. */
  readonly name?: string | undefined
  /** Newest first without it. Workflows are few, so no index has to know their names. */
  readonly sort?: WorkflowSort | undefined
  /** The id of the last workflow of the previous page. */
  readonly after?: string | undefined
  readonly limit: number
  /** The venues of the member who asks. */
  readonly sight: Sight
}

type Row = WorkflowRow & { document: unknown; unpublished: boolean; guests_inside: number }

/** Each with a summary. */
export async function listWorkflows(
  tx: Sql,
  organisationId: string,
  page: WorkflowsPage,
): Promise<WorkflowInList[]> {
  const { isLater, order } = orderOf(page.sort)
  const { sql, values } = where('w', organisationId, [
    [isLater, page.after],
    ['w.status = :value', page.status],
    ['position(lower(:value) IN lower(w.name)) > 0', page.name],
  ])
  const only = seenRuns(page.sight, values.length + 2)
  const { rows } = await tx.query<Row>(
    `SELECT w.id, w.name, w.description, w.status, w.source, w.listener, w.trigger, w.version, w.created_at, w.updated_at,
            coalesce(v.definition, w.draft) AS document,
            w.draft IS NOT NULL AND w.draft IS DISTINCT FROM v.definition AS unpublished,
            (${inside(only?.condition ?? 'true')}) AS guests_inside
     FROM workflows w
     LEFT JOIN workflow_versions v
       ON v.organisation_id = w.organisation_id AND v.workflow_id = w.id AND v.version = w.version
     WHERE ${sql} ORDER BY ${order} LIMIT $${values.length + 1}`,
    [...values, page.limit, ...(only === undefined ? [] : [only.value])],
  )
  const [names, weeks] = await Promise.all([
    readNames(tx, organisationId),
    // It is counted for all venues together.
    page.sight === null ? lastWeek(tx, organisationId) : undefined,
  ])
  return rows.map(({ document, unpublished, guests_inside, ...row }) => {
    const week = { success: 0, failure: 0, exited: 0, failed: 0, ...weeks?.get(row.id) }
    const runs = Object.values(week).reduce((all, count) => all + count, 0)
    return {
      ...toWorkflow(row),
      sentence: isReadable(document) ? describeWorkflow(document, names) : null,
      guests_inside,
      last_7_days: weeks === undefined ? null : { ...week, runs },
      unpublished,
    }
  })
}

const sortKeys = { name: 'lower(of.name)', updated: 'of.updated_at' } as const

function orderOf(sort: WorkflowSort = '-created') {
  const [later, direction] = sort.startsWith('-') ? ['<', 'DESC'] : ['>', 'ASC']
  const by = sort.replace('-', '')
  if (by !== 'name' && by !== 'updated')
    return { isLater: `w.id ${later} :value`, order: `w.id ${direction}` }
  const key = (of: string) => `${sortKeys[by].replace('of.', `${of}.`)}`
  return {
    isLater: `(${key('w')}, w.id) ${later} (
      SELECT ${key('last')}, last.id FROM workflows last WHERE last.organisation_id = $1 AND last.id = :value)`,
    order: `${key('w')} ${direction}, w.id ${direction}`,
  }
}

/**
 * Runs that wait or are held have indexes; runs that are being advanced are among the latest. Exact numbers are
 * queried for one workflow at a time.
 */
const inside = (seen: string) => `
  SELECT count(*) FROM (
    (SELECT r.id FROM runs r
     WHERE r.organisation_id = w.organisation_id AND r.workflow_id = w.id AND r.resumes_at IS NOT NULL AND ${seen} LIMIT 10000)
    UNION
    (SELECT r.id FROM runs r
     WHERE r.organisation_id = w.organisation_id AND r.workflow_id = w.id AND r.held_at IS NOT NULL AND ${seen} LIMIT 10000)
    UNION
    (SELECT latest.id FROM (
       SELECT r.id, r.status FROM runs r
       WHERE r.organisation_id = w.organisation_id AND r.workflow_id = w.id AND ${seen}
       ORDER BY r.id DESC LIMIT 500
     ) AS latest WHERE latest.status IN ('queued', 'running', 'waiting', 'paused'))
    LIMIT 10000
  ) AS inside`

const WEEK_MS = 7 * 86_400_000
const HOUR_MS = 3_600_000

async function lastWeek(tx: Sql, organisationId: string): Promise<Map<string, Record<string, number>>> {
  const now = await readClock(tx)
  const from = new Date(Math.floor((now.getTime() - WEEK_MS) / HOUR_MS) * HOUR_MS)
  const hours = await readCounts(tx, organisationId, from)
  const runs = hours.flatMap(({ counts }) => Object.entries(counts.runs ?? {}))
  const byWorkflow = Map.groupBy(runs, ([workflowId]) => workflowId)
  return new Map([...byWorkflow].map(([id, some]) => [id, sum(some.map(([, counts]) => counts))]))
}
