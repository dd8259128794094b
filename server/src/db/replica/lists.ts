import type pg from 'pg'
import { type Database, inTenant, type Transaction } from '../database.ts'
import { isUnavailable } from '../unavailable.ts'
import { hasReached, type Position } from './position.ts'
import type { WatchedReplica } from './watch-replica.ts'

/** Where the lists of one request are read. */
export interface Lists {
  read<T>(organisationId: string, work: (tx: Transaction) => Promise<T>): Promise<T>
  /** What was read is as of then, where that is long enough ago to be said. */
  stale(): Stale | undefined
}

export interface Stale {
  readonly asOf: Date
  readonly seconds: number
}

type Tenant = Pick<Database, 'tenant'>

/** Without a replica, and for everything that must not be old. */
export const listsOn = (primary: Tenant): Lists => ({
  read: (organisationId, work) => inTenant(primary, organisationId, work),
  stale: () => undefined,
})

/** By a limit for statements, as of PostgreSQL. */
export const CANCELLED = '57014'

/** For shorter than that nobody would notice. */
const WORTH_SAYING_MS = 3_000
/** A replica that follows closely has by then what was just written. */
const LONGEST_WAIT_MS = 100
/** What is further behind is not waited for. */
const CLOSE_MS = 1_500
const FIRST_PAUSE_MS = 2
/** A replica that does not answer a question as simple as this is not waited for. */
const LONGEST_ANSWER_MS = 500

export interface Servers {
  readonly primary: Pick<Database, 'engine' | 'tenant'>
  readonly replica: Pick<Database, 'engine' | 'tenant'>
  readonly watch: WatchedReplica
}

/**
 * The replica, if it has what `own` names, which the member wrote last. It is asked for where it is and not for where it was a second
 * ago: a page that has just heard of a change is not to be shown the state before it.
 */
export async function chooseLists(servers: Servers, own: Position | undefined): Promise<Lists> {
  const { primary, replica, watch } = servers
  if (!watch.isUsed()) return listsOn(primary)
  // A primary that is slow to say where it is may still answer the list, as it does without a replica.
  const current = await positionOf(primary.engine, 'pg_current_wal_insert_lsn()').catch(() => undefined)
  if (current === undefined) return listsOn(primary)
  const reached = await follow(replica.engine, current, (watch.behindMs() ?? 0) < CLOSE_MS).catch(error => {
    if (isUnavailable(error)) watch.distrust()
    return undefined
  })
  if (reached === undefined) return listsOn(primary)
  if (hasReached(reached, current)) return listsOnReplica(servers, undefined)
  if (own !== undefined && !hasReached(reached, own)) return listsOn(primary)
  return listsOnReplica(servers, watch.ageAt(reached))
}

/** Where the replica is, when it has come to a position or after a moment. */
async function follow(replica: pg.Pool, to: Position, isClose: boolean): Promise<Position> {
  const until = performance.now() + LONGEST_WAIT_MS
  for (let pause = FIRST_PAUSE_MS; ; pause *= 2) {
    const reached = await positionOf(replica, 'pg_last_wal_replay_lsn()')
    if (!isClose || hasReached(reached, to) || performance.now() + pause > until) return reached
    await new Promise(resolve => setTimeout(resolve, pause))
  }
}

export async function positionOf(pool: pg.Pool, place: string): Promise<Position> {
  const asked = { text: `SELECT ${place}::text AS position`, query_timeout: LONGEST_ANSWER_MS }
  const { rows } = await pool.query<{ position: Position }>(asked as pg.QueryConfig)
  return rows[0]?.position ?? '0/0'
}

function listsOnReplica(
  { primary, replica, watch }: Servers,
  age: ReturnType<WatchedReplica['ageAt']>,
): Lists {
  let fromReplica = false
  return {
    async read(organisationId, work) {
      try {
        const result = await unlessEnded(watch, inTenant(replica, organisationId, work))
        fromReplica = true
        return result
      } catch (error) {
        // What takes too long here takes too long there.
        if ((error as { code?: unknown } | null)?.code === CANCELLED) throw error
        // Cancelled because it was in the way of what is replayed, not there yet, or the server has gone: the primary knows.
        return inTenant(primary, organisationId, work)
      }
    },
    stale: () =>
      fromReplica && age !== undefined && age.behindMs > WORTH_SAYING_MS
        ? { asOf: age.asOf, seconds: Math.round(age.behindMs / 1_000) }
        : undefined,
  }
}

/** What is read, for as long as the replica is used: a server that has gone is not waited for. */
function unlessEnded<T>(watch: WatchedReplica, reading: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const forget = watch.onEnd(() => reject(new Error('the replica is not used any longer')))
    reading.then(resolve, reject).finally(forget)
  })
}
