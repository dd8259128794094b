import { faultPoint } from '#base/fault-point.ts'
import type { Channels } from '#channels/channels.ts'
import { type Database, inTransaction } from '#db/database.ts'
import { databaseOf, forOwners } from '#db/distributed/owners.ts'
import type { Sql } from '#db/sql.ts'
import type { Logger } from '#observability/logger.ts'
import type { Sealer } from '#secrets/sealer.ts'
import { repeatKey } from '../repeat-key.ts'
import { storeDelivery } from '../store-delivery.ts'
import { claimPulls, type DuePull } from './claim-pulls.ts'
import { type Fetched, type FetchParts, fetchOne, notFetched } from './fetch-one.ts'
import type { ReadPage } from './read-page.ts'
import { openSecrets } from './settings.ts'
import { createTokens } from './tokens.ts'

export interface PullParts {
  readonly database: Pick<Database, 'engine' | 'engineSql'>
  readonly channels: Pick<Channels, 'fetchPage' | 'postForm'>
  readonly sealer: Sealer
  readonly logger: Pick<Logger, 'error'>
}

/** Of one connection, each time that it is due. */
const MOST_PAGES = 100
export const LONGEST_PAUSE_SECONDS = 21_600
/** Pages being fetched at a time in this process. */
const SLOTS = 12

export interface Puller {
  /** Claims as many connections as there is room for, and starts to fetch the next page of each. Resolves with how many. */
  turn(): Promise<number>
  /** Waits for the pages that are being fetched. */
  drained(): Promise<void>
}

/** Fetches pages of connections that are due, each separately: a slow system keeps a slot and nothing else. */
export function createPuller(parts: PullParts, fetched: () => void): Puller {
  const tokens = createTokens(parts.channels.postForm)
  const underWay = new Map<DuePull, Promise<void>>()

  async function attempt(due: DuePull): Promise<void> {
    try {
      await pull({ ...parts, tokens }, due)
    } catch (error) {
      // A fault in Millrace or an unreachable database: the lease runs out, and it is tried again.
      parts.logger.error({ err: error, connection_id: due.connection_id }, 'a page could not be settled')
    }
  }

  async function claimAndStart(sql: Sql): Promise<number> {
    const free = SLOTS - underWay.size
    if (free <= 0) return 0
    const claimed = await claimPulls(sql, free, [...underWay.keys()])
    if (claimed.length > 0) faultPoint('pull:claimed')
    for (const due of claimed) {
      const made = attempt(due).finally(() => {
        underWay.delete(due)
        fetched()
      })
      underWay.set(due, made)
    }
    return claimed.length
  }

  return {
    async turn() {
      const started = await forOwners(
        parts.database,
        'connection_pulls WHERE due_at <= now()',
        ({ engineSql }) => claimAndStart(engineSql),
      )
      return started.reduce((sum, many) => sum + many, 0)
    },
    async drained() {
      await Promise.all(underWay.values())
    },
  }
}

/** Fetches a page, and stores it as a delivery. */
async function pull(parts: PullParts & FetchParts, due: DuePull): Promise<void> {
  const { read, headers, body } = await fetchNext(parts, due)
  faultPoint('pull:fetched')
  await inTransaction(databaseOf(parts.database, due.organisation_id).engine, async tx => {
    if (!(await settle(tx, due, read)) || read.kind !== 'page') return
    await storeDelivery(tx, {
      organisationId: due.organisation_id,
      connectionId: due.connection_id,
      // A page with the same bytes as one before is none.
      repeatKey: repeatKey('same_body', { headers, body }),
      headers,
      body,
    })
  })
  faultPoint('pull:stored')
}

async function fetchNext(parts: PullParts & FetchParts, due: DuePull): Promise<Fetched> {
  const secrets = openSecrets(parts.sealer, due.organisation_id, due.connection_id, due)
  const isMissing =
    (due.auth !== 'none' && secrets.secret === null) ||
    (due.second_header != null && secrets.second_secret === null)
  if (isMissing) return notFetched('The secret is missing. Set it again.')
  return fetchOne(parts, due.organisation_id, due, secrets)
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
