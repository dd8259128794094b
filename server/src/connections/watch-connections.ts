import type { ConnectionTrouble } from '@millrace/contract/dashboard/connections'
import type { Sql } from '#db/sql.ts'
import { raiseAlert } from '#notices/raise-alerts.ts'

/** In a row. The pauses between them grow, so these take at least a quarter of an hour. */
const FAILED_PAGES = 5
/** Within a day. One that is not JSON is an accident, and many are a change at the other system. */
const FAILED_DELIVERIES = 10
/** So many in a week are a system that sends regularly. */
const USUAL_A_WEEK = 20
const LONGEST_SILENCE = `interval '2 days'`

interface Watched {
  readonly organisation_id: string
  readonly id: string
  readonly name: string
  readonly found: ConnectionTrouble | null
  readonly error: string | null
}

/** Looks how connections are doing, and notifies owners of what is new about it. Returns how many it is about. */
export async function watchConnections(tx: Sql): Promise<number> {
  const { rows } = await tx.query<Watched>(
    `SELECT c.organisation_id, c.id, c.name, seen.found, seen.error
     FROM connections c
     LEFT JOIN connection_pulls p ON p.organisation_id = c.organisation_id AND p.connection_id = c.id
     CROSS JOIN LATERAL (
       SELECT max(received_at) AS last,
              count(*) FILTER (WHERE state = 'failed' AND received_at > now() - interval '1 day') AS failed
       FROM connection_deliveries d WHERE d.organisation_id = c.organisation_id AND d.connection_id = c.id
     ) AS all_of
     CROSS JOIN LATERAL (
       SELECT CASE
         WHEN p.failures >= ${FAILED_PAGES} THEN 'fetching'
         WHEN all_of.failed >= ${FAILED_DELIVERIES} THEN 'unreadable'
         WHEN all_of.last < now() - ${LONGEST_SILENCE} AND ${USUAL_A_WEEK} <= (
           SELECT count(*) FROM connection_deliveries d
           WHERE d.organisation_id = c.organisation_id AND d.connection_id = c.id
             AND d.received_at > all_of.last - interval '7 days') THEN 'silent'
         END AS found, p.error
     ) AS seen
     WHERE c.deleted_at IS NULL AND c.paused_at IS NULL AND c.trouble IS DISTINCT FROM seen.found
     ORDER BY c.organisation_id, c.id LIMIT 100 FOR UPDATE OF c SKIP LOCKED`,
  )
  for (const watched of rows) {
    const { organisation_id, id, found } = watched
    await tx.query('UPDATE connections SET trouble = $3 WHERE organisation_id = $1 AND id = $2', [
      organisation_id,
      id,
      found,
    ])
    if (found !== null)
      await raiseAlert(tx, organisation_id, { kind: 'connection', subject: id, sentence: inWords(watched) })
  }
  return rows.length
}

function inWords({ name, found, error }: Watched): string {
  switch (found) {
    case 'fetching':
      return `The connection "${name}" could not fetch its pages ${FAILED_PAGES} times in a row: ${error}`
    case 'unreadable':
      return `The connection "${name}" received at least ${FAILED_DELIVERIES} deliveries within a day that cannot be read.`
    default:
      return `The connection "${name}" has received nothing for two days, although it usually does.`
  }
}
