import type { ConnectionTrouble } from '@millrace/contract/dashboard/connections'
import type { Sql } from '#db/sql.ts'
import { raiseAlert } from '#notices/raise-alerts.ts'

/** In a row. The pauses between them grow, so these take at least a quarter of an hour. */
const FAILED_PAGES = 5
/** Within a day. One that is not JSON is an accident, and many are a change at the other system. */
const FAILED_DELIVERIES = 10
/** So many in a week are a system that sends regularly. */
const USUAL_A_WEEK = 20
/** A vendor has repeated by then what was refused by mistake. */
const REFUSED_FOR = `interval '1 hour'`
const LONGEST_SILENCE = `interval '2 days'`

interface Watched {
  readonly organisation_id: string
  readonly id: string
  readonly name: string
  readonly found: ConnectionTrouble | null
  readonly error: string | null
}

/**
 * Looks how connections are doing, and notifies owners of what is new about it. Returns how many it is about. Only the
 * newest deliveries are looked at, by two indexes: a connection can have millions. The newest are asked for with those of
 * the connection before, because with "=" the planner may read all of an organisation backwards by id instead, until it
 * finds enough of a connection that has been silent for long.
 */
export async function watchConnections(tx: Sql): Promise<number> {
  const { rows } = await tx.query<Watched>(
    `SELECT c.organisation_id, c.id, c.name, seen.found, seen.error
     FROM connections c
     LEFT JOIN connection_pulls p ON p.organisation_id = c.organisation_id AND p.connection_id = c.id
     CROSS JOIN LATERAL (
       SELECT count(*) AS deliveries FROM (
         SELECT FROM connection_deliveries d
         WHERE d.organisation_id = c.organisation_id AND d.connection_id = c.id
           AND d.state = 'failed' AND d.received_at > now() - interval '1 day'
         LIMIT ${FAILED_DELIVERIES}) AS limited
     ) AS failed
     CROSS JOIN LATERAL (
       SELECT count(*) AS deliveries, min(received_at) AS first, max(received_at) AS last FROM (
         SELECT d.connection_id, d.received_at FROM connection_deliveries d
         WHERE d.organisation_id = c.organisation_id AND d.connection_id <= c.id
         ORDER BY d.connection_id DESC, d.id DESC LIMIT ${USUAL_A_WEEK}) AS limited
       WHERE limited.connection_id = c.id
     ) AS newest
     CROSS JOIN LATERAL (
       SELECT max(last_at) AS last FROM connection_refusals r
       WHERE r.organisation_id = c.organisation_id AND r.connection_id = c.id AND r.reason <> 'no_secret'
     ) AS refused
     CROSS JOIN LATERAL (
       SELECT CASE
         WHEN p.failures >= ${FAILED_PAGES} THEN 'fetching'
         WHEN refused.last > coalesce(newest.last, c.created_at) + ${REFUSED_FOR} THEN 'refused'
         WHEN failed.deliveries >= ${FAILED_DELIVERIES} THEN 'unreadable'
         WHEN newest.last < now() - ${LONGEST_SILENCE} AND newest.deliveries = ${USUAL_A_WEEK}
              AND newest.first > newest.last - interval '7 days' THEN 'silent'
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
    case 'refused':
      return `The connection "${name}" refuses what it is sent, and has taken nothing for at least an hour. Check its secret.`
    default:
      return `The connection "${name}" has received nothing for two days, although it usually does.`
  }
}
