import { withWorkflow } from '#runs/read/run-row.ts'
import { directionOf, where } from '../lists/where.ts'
import { listedColumns, type RunsPage, rangeOf, withNames } from './list-runs.ts'

/**
 * Waiting runs may be few among millions, or nearly all of them, and an index with the status would make every change
 * of a run more expensive. But runs that wait for a time or an event have an index by workflow, and the others wait
 * for the result of a message, which is pending for as long. Measured over a million runs: a page took 14 seconds
 * where 79 waited and 22 where nearly all did; like this it takes 1 and 12 milliseconds.
 */

/** Whether those indexes can answer all that is asked. */
export const isWaitingAlone = ({ status, guestId, outcome, node, error, sight }: RunsPage): boolean =>
  status === 'waiting' && sight === null && [guestId, outcome, node, error].every(part => part === undefined)

/** Runs of a paused workflow are shown as paused. */
const isNotPaused = `w.status <> 'paused'`

/**
 * For runs that wait for a time or an event, and for those that wait for the result of a message, by `range` and
 * `limit`.
 */
const forTime = (range: string, limit: string, direction = 'DESC') => `
  workflows w CROSS JOIN LATERAL (
    SELECT r.id, r.guest_id FROM runs r
    WHERE r.workflow_id = w.id AND r.resumes_at IS NOT NULL AND r.status = 'waiting' AND ${range}
    ORDER BY r.id ${direction} LIMIT ${limit}
  ) AS newest WHERE w.organisation_id = $1 AND ${isNotPaused}`
const forWord = (range: string) => `
  messages m JOIN runs r ON r.organisation_id = m.organisation_id AND r.id = m.run_id ${withWorkflow}
  WHERE m.organisation_id = $1 AND m.status = 'pending' AND m.channel IN ('email', 'sms', 'webhook')
    AND r.resumes_at IS NULL AND r.status = 'waiting' AND r.waiting_for->>'message_id' = m.id::text
    AND ${isNotPaused} AND ${range}`

/** The newest of each workflow, and the newest of those; or the oldest. */
export function waitingStatement(organisationId: string, page: RunsPage) {
  const { sql: range, values } = where('r', organisationId, rangeOf(page))
  const limit = `$${values.length + 1}`
  const direction = directionOf(page)
  return {
    sql: `SELECT ${listedColumns} FROM (
            (SELECT newest.id FROM ${forTime(range, limit, direction)})
            UNION ALL
            (SELECT r.id FROM ${forWord(range)})
            ORDER BY id ${direction} LIMIT ${limit}
          ) AS found
          JOIN runs r ON r.organisation_id = $1 AND r.id = found.id ${withNames}
          ORDER BY r.id ${direction}`,
    values: [...values, page.limit],
  }
}

/** In no order, so that it ends as soon as there are enough. */
export function waitingGuests(organisationId: string, page: RunsPage) {
  const { sql: range, values } = where('r', organisationId, rangeOf(page))
  const limit = `$${values.length + 1}`
  return {
    sql: `(SELECT newest.guest_id FROM ${forTime(range, limit)} LIMIT ${limit})
          UNION ALL
          (SELECT r.guest_id FROM ${forWord(range)} LIMIT ${limit})`,
    values: [...values, page.limit],
  }
}
