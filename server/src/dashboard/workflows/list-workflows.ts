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
import { type Asked, where } from '../lists/where.ts'
import { readNames } from './read-names.ts'

const sorts = ['created', 'name', 'updated', 'published'] as const
export type WorkflowSort = (typeof sorts)[number] | `-${(typeof sorts)[number]}`

export interface WorkflowsPage {
  readonly status?: WorkflowStatus | undefined
  /** Part of its name. */
  readonly name?: string | undefined
  readonly folder?: string | undefined
  readonly tag?: string | undefined
  /** Newest first without it. Workflows are few, so no index has to know their names. */
  readonly sort?: WorkflowSort | undefined
  /** The id of the last workflow of the previous page. */
  readonly after?: string | undefined
  readonly limit: number
  /** The venues of the member who asks. */
  readonly sight: Sight
}

type Row = WorkflowRow &
  Pick<WorkflowInList, 'folder' | 'tags' | 'published_by' | 'unpublished' | 'guests_inside'> & {
    document: unknown
    published_at: Date | null
  }

/** Each with a summary. */
export async function listWorkflows(
  tx: Sql,
  organisationId: string,
  page: WorkflowsPage,
): Promise<WorkflowInList[]> {
  const { isLater, order } = orderOf(page.sort)
  const { sql, values } = where('w', organisationId, [[isLater, page.after], ...askedOf(page)])
  const only = seenRuns(page.sight, values.length + 2)
  const { rows } = await tx.query<Row>(
    `SELECT w.id, w.name, w.description, w.status, w.source, w.listener, w.trigger, w.version, w.created_at, w.updated_at,
            w.folder, w.tags, v.published_at, v.published_by,
            coalesce(v.definition, w.draft) AS document,
            w.draft IS NOT NULL AND w.draft IS DISTINCT FROM v.definition AS unpublished,
            (${inside(only?.condition ?? 'true')}) AS guests_inside
     FROM ${WITH_VERSION}
     WHERE ${sql} ORDER BY ${order} LIMIT $${values.length + 1}`,
    [...values, page.limit, ...(only === undefined ? [] : [only.value])],
  )
  const [names, month] = await Promise.all([
    readNames(tx, organisationId),
    // It is counted for all venues together.
    page.sight === null ? lastMonth(tx, organisationId) : undefined,
  ])
  return rows.map(
    ({ document, folder, tags, published_at, published_by, unpublished, guests_inside, ...row }) => {
      const days = month?.runs.map(day => day.get(row.id) ?? {})
      const week = days && { ...none, ...sum(days.slice(-7)) }
      const all = days && { ...none, ...sum(days) }
      return {
        ...toWorkflow(row),
        folder,
        tags,
        published_at: published_at?.toISOString() ?? null,
        published_by,
        start: isReadable(document) ? (document.trigger as Record<string, unknown>) : null,
        sentence: isReadable(document) ? describeWorkflow(document, names) : null,
        guests_inside,
        last_7_days: week === undefined ? null : { ...week, runs: countOf(week) },
        last_28_days:
          days === undefined || all === undefined
            ? null
            : {
                entered: countOf(all),
                success: all.success,
                failed: all.failed,
                sent: month?.sent.get(row.id) ?? 0,
                days: days.map(countOf),
              },
        unpublished,
      }
    },
  )
}

type WorkflowFilter = Pick<WorkflowsPage, 'status' | 'name' | 'folder' | 'tag'>

const askedOf = ({ status, name, folder, tag }: WorkflowFilter): readonly Asked[] => [
  ['w.status = :value', status],
  ['position(lower(:value) IN lower(w.name)) > 0', name],
  ['w.folder = :value', folder],
  ['w.tags @> ARRAY[:value::text]', tag],
]

/** Those that the list has, without what it says about each of them: for counting. */
export function workflowIdsStatement(organisationId: string, filter: WorkflowFilter, limit: number) {
  const { sql, values } = where('w', organisationId, askedOf(filter))
  return {
    sql: `SELECT w.id FROM workflows w WHERE ${sql} LIMIT $${values.length + 1}`,
    values: [...values, limit],
  }
}

/** For a workflow and its live version. What was never published is last, whichever way round. */
const sortKeys = {
  name: () => 'lower(w.name)',
  updated: () => 'w.updated_at',
  published: (isDown: boolean) => `coalesce(v.published_at, '${isDown ? '-' : ''}infinity'::timestamptz)`,
} as const

function orderOf(sort: WorkflowSort = '-created') {
  const isDown = sort.startsWith('-')
  const [later, direction] = isDown ? ['<', 'DESC'] : ['>', 'ASC']
  const by = sort.replace('-', '')
  if (by !== 'name' && by !== 'updated' && by !== 'published')
    return { isLater: `w.id ${later} :value`, order: `w.id ${direction}` }
  const key = sortKeys[by](isDown)
  return {
    isLater: `(${key}, w.id) ${later} (SELECT ${key}, w.id FROM ${WITH_VERSION} WHERE w.organisation_id = $1 AND w.id = :value)`,
    order: `${key} ${direction}, w.id ${direction}`,
  }
}

const WITH_VERSION = `workflows w LEFT JOIN workflow_versions v
  ON v.organisation_id = w.organisation_id AND v.workflow_id = w.id AND v.version = w.version`

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

const DAYS = 28
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

const none = { success: 0, failure: 0, exited: 0, failed: 0 }
const countOf = (counts: Readonly<Record<string, number>>) =>
  Object.values(counts).reduce((all, count) => all + count, 0)

type Day = ReadonlyMap<string, Readonly<Record<string, number>>>

interface Month {
  /** How runs that began stand now, by workflow, for each of the last days, oldest first. Each ends with this hour. */
  readonly runs: readonly Day[]
  readonly sent: ReadonlyMap<string, number>
}

async function lastMonth(tx: Sql, organisationId: string): Promise<Month> {
  const now = await readClock(tx)
  const from = Math.floor((now.getTime() - DAYS * DAY_MS) / HOUR_MS) * HOUR_MS
  const hours = await readCounts(tx, organisationId, new Date(from))
  const sent = Map.groupBy(
    hours.flatMap(({ counts }) => Object.entries(counts.sent ?? {})),
    ([workflowId]) => workflowId,
  )
  const runs = Array.from({ length: DAYS }, (_, place) => {
    // The hour that it is now belongs to the last day.
    const ends = place === DAYS - 1 ? Number.POSITIVE_INFINITY : from + (place + 1) * DAY_MS
    const began = hours
      .filter(({ hour }) => hour.getTime() >= from + place * DAY_MS && hour.getTime() < ends)
      .flatMap(({ counts }) => Object.entries(counts.runs ?? {}))
    const byWorkflow = Map.groupBy(began, ([workflowId]) => workflowId)
    return new Map([...byWorkflow].map(([id, some]) => [id, sum(some.map(([, counts]) => counts))]))
  })
  return {
    runs,
    sent: new Map([...sent].map(([id, some]) => [id, countOf(sum(some.map(([, counts]) => counts)))])),
  }
}
