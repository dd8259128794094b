import { faultPoint } from '#base/fault-point.ts'
import type { Channels } from '#channels/channels.ts'
import { type Database, inTransaction } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import type { Sealer } from '#secrets/sealer.ts'
import { storePulled } from '../store-pulled.ts'
import { type Fetched, fetchOne, notFetched } from './fetch-one.ts'
import type { PullProgress, PullSettings } from './page-request.ts'
import type { ReadPage } from './read-page.ts'
import { pullContext } from './settings.ts'

export interface PullParts {
  readonly database: Pick<Database, 'engine' | 'engineSql'>
  readonly channels: Pick<Channels, 'fetchPage'>
  readonly sealer: Sealer
}

interface DuePull extends PullSettings, PullProgress {
  readonly organisation_id: string
  readonly connection_id: string
  readonly sealed_secret: string | null
  readonly attempt: string
}

/** Longer than a request can take. What a process leaves undone is due again after this time. */
const LEASE = `interval '1 minute'`
/** Of one connection, each time that it is due. */
const MOST_PAGES = 100
const LONGEST_PAUSE_SECONDS = 21_600

/**
 * Fetches the next page of a connection that is due, and stores it as a delivery. Returns whether there may be more. A claim
 * moves the due time, so that of several processes one fetches.
 */
export async function pullDue(parts: PullParts): Promise<boolean> {
  const due = await claim(parts.database.engineSql)
  if (due === undefined) return false
  faultPoint('pull:claimed')
  const { read, headers, body } = await fetchNext(parts, due)
  faultPoint('pull:fetched')
  await inTransaction(parts.database.engine, async tx => {
    if (!(await settle(tx, due, read)) || read.kind !== 'page') return
    const place = { organisationId: due.organisation_id, connectionId: due.connection_id }
    await storePulled(tx, place, headers, body)
  })
  faultPoint('pull:stored')
  return true
}

async function claim(sql: Sql): Promise<DuePull | undefined> {
  const { rows } = await sql.query<DuePull>(
    `UPDATE connection_pulls p SET due_at = now() + ${LEASE}, attempt = p.attempt + 1
     FROM (
       SELECT p.organisation_id, p.connection_id FROM connection_pulls p
       JOIN connections c ON c.organisation_id = p.organisation_id AND c.id = p.connection_id
       WHERE p.due_at <= now() AND c.paused_at IS NULL AND c.deleted_at IS NULL
       ORDER BY p.due_at LIMIT 1 FOR UPDATE OF p SKIP LOCKED
     ) AS due
     WHERE p.organisation_id = due.organisation_id AND p.connection_id = due.connection_id
     RETURNING p.organisation_id, p.connection_id, p.url, p.auth, p.header, p.sealed_secret, p.cursor_parameter,
               p.cursor_path, p.cursor_value, p.etag, p.last_modified, p.attempt::text AS attempt`,
  )
  return rows[0]
}

async function fetchNext({ channels, sealer }: PullParts, due: DuePull): Promise<Fetched> {
  if (due.auth !== 'none' && due.sealed_secret === null)
    return notFetched('The secret is missing. Set it again.')
  const context = pullContext(due.organisation_id, due.connection_id)
  const secret = due.sealed_secret === null ? '' : sealer.open(due.sealed_secret, context)
  return fetchOne(channels, due.organisation_id, due, secret)
}

/** Only the holder of the attempt may. Returns whether it was recorded. */
async function settle(tx: Sql, due: DuePull, read: ReadPage): Promise<boolean> {
  const progress = read.kind === 'page' ? read.progress : due
  const more = read.kind === 'page' && read.more
  const { rowCount } = await tx.query(
    `UPDATE connection_pulls SET
       cursor_value = $4, etag = $5, last_modified = $6, error = $7, last_at = now(),
       failures = CASE WHEN $7::text IS NULL THEN 0 ELSE failures + 1 END,
       pages = CASE WHEN $8 AND pages + 1 < ${MOST_PAGES} THEN pages + 1 ELSE 0 END,
       due_at = CASE WHEN $8 AND pages + 1 < ${MOST_PAGES} THEN now()
                     WHEN $7::text IS NULL THEN now() + make_interval(secs => every_seconds)
                     ELSE now() + make_interval(secs => greatest(every_seconds,
                            least(${LONGEST_PAUSE_SECONDS}, 60 * power(2, least(failures, 10))))) END
     WHERE organisation_id = $1 AND connection_id = $2 AND attempt = $3`,
    [
      due.organisation_id,
      due.connection_id,
      due.attempt,
      progress.cursor_value,
      progress.etag,
      progress.last_modified,
      read.kind === 'failed' ? read.error : null,
      more,
    ],
  )
  return rowCount === 1
}
