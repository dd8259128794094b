import type { RunInList } from '@millrace/contract/dashboard/runs'
import type { Sql } from '#db/sql.ts'
import { directionOf, where } from '../lists/where.ts'
import {
  type ListedRow,
  type RunsAsked,
  type RunsPage,
  rangeOf,
  runsStatement,
  toListed,
} from './list-runs.ts'
import { isWaitingAlone, waitingGuests, waitingStatement } from './waiting-runs.ts'

/**
 * How many runs are examined at once where no index finds them: less than a tenth of a second. Older ones are found
 * with the next page.
 */
const LOOKED_THROUGH = 20_000

export interface FoundRuns {
  readonly runs: RunInList[]
  /** The run after which to continue; undefined: there are no more. */
  readonly further: string | undefined
}

/** Newest first, or oldest. There may be fewer than the limit, or none, although there are more further back. */
export async function searchRuns(
  tx: Sql,
  organisationId: string,
  page: RunsPage,
  lookedThrough = LOOKED_THROUGH,
): Promise<FoundRuns> {
  const alone = isWaitingAlone(page)
  const downTo = alone ? undefined : await lastLookedAt(tx, organisationId, page, lookedThrough)
  const asked = { ...page, downTo, limit: page.limit + 1 }
  const { sql, values } = alone
    ? waitingStatement(organisationId, asked)
    : runsStatement(organisationId, asked)
  const { rows } = await tx.query<ListedRow>(sql, values)
  const runs = rows.slice(0, page.limit).map(toListed)
  return { runs, further: rows.length > page.limit ? runs.at(-1)?.id : downTo }
}

/** The next runs that match, however far back: an empty result means that there are no more. */
export async function nextRuns(tx: Sql, organisationId: string, page: RunsPage): Promise<RunInList[]> {
  let { runs, further } = await searchRuns(tx, organisationId, page)
  while (runs.length === 0 && further !== undefined) {
    ;({ runs, further } = await searchRuns(tx, organisationId, { ...page, after: further }))
  }
  return runs
}

export interface CountedRuns {
  readonly runs: number
  readonly guests: number
  /** There may be more than were counted. */
  readonly more: boolean
}

export async function countRuns(
  tx: Sql,
  organisationId: string,
  asked: RunsAsked,
  most: number,
  lookedThrough = LOOKED_THROUGH,
): Promise<CountedRuns> {
  const page = { ...asked, limit: most + 1 }
  const alone = isWaitingAlone(page)
  const downTo = alone ? undefined : await lastLookedAt(tx, organisationId, page, lookedThrough)
  const { sql, values } = alone
    ? waitingGuests(organisationId, page)
    : runsStatement(organisationId, { ...page, downTo })
  const { rows } = await tx.query<{ runs: number; guests: number }>(
    `SELECT count(*) AS runs, count(DISTINCT l.guest_id) AS guests FROM (${sql}) AS l`,
    values,
  )
  const { runs, guests } = rows[0] as { runs: number; guests: number }
  return {
    runs: Math.min(runs, most),
    guests: Math.min(guests, most),
    more: runs > most || downTo !== undefined,
  }
}

/** Whether runs have to be examined one by one. An index has the failed runs, but not the reasons. */
const isSifted = ({ status, outcome, node, error, sight }: RunsPage): boolean =>
  (status !== undefined && status !== 'failed') ||
  sight !== null ||
  [outcome, node, error].some(part => part !== undefined)

async function lastLookedAt(
  tx: Sql,
  organisationId: string,
  page: RunsPage,
  lookedThrough: number,
): Promise<string | undefined> {
  if (!isSifted(page)) return undefined
  const failed = page.status === 'failed' || page.error !== undefined || undefined
  const { sql, values } = where('r', organisationId, [
    ...rangeOf(page),
    ['r.error IS NOT NULL AND :value::boolean', failed],
  ])
  const { rows } = await tx.query<{ id: string }>(
    `SELECT r.id FROM runs r WHERE ${sql} ORDER BY r.id ${directionOf(page)} OFFSET $${values.length + 1} LIMIT 1`,
    [...values, lookedThrough - 1],
  )
  return rows[0]?.id
}
