import { lockSeeds } from '#db/advisory-locks.ts'
import type { Transaction } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import { widerAddress } from './address.ts'
import { enter, type Look, look, recall, type StrictLog, WIDE_LIMIT } from './strict-log.ts'

/** Begins the keys that have more places, and no other key. */
const WIDE = 'wide '

/** The logs of some keys at one moment, held by one transaction. */
export class Limits {
  readonly now: number
  readonly #logs: Map<string, StrictLog>
  readonly #changed = new Set<string>()

  constructor(now: number, logs: Map<string, StrictLog>) {
    this.now = now
    this.#logs = logs
  }

  look(key: string): Look {
    return look(this.#recall(key), this.now, key.startsWith(WIDE) ? WIDE_LIMIT : undefined)
  }

  enter(key: string): void {
    this.#set(key, enter(this.#recall(key), this.now))
  }

  /** The keys whose logs have changed since they were read. */
  changes(): [key: string, log: StrictLog][] {
    return [...this.#changed].map(key => [key, this.#logs.get(key) as StrictLog])
  }

  #recall(key: string): StrictLog {
    const kept = this.#logs.get(key) ?? []
    const recalled = recall(kept, this.now)
    // Removing old entries can wait until a new one is added; correcting a clock that was set back cannot.
    if ((kept.at(-1) ?? 0) > this.now) this.#set(key, recalled)
    return recalled
  }

  #set(key: string, log: StrictLog): void {
    this.#logs.set(key, log)
    this.#changed.add(key)
  }
}

/** What counts for an address: itself and, where it is a /64 of IPv6, the /56 around it. */
export function addressKeys(prefix: string, address: string): string[] {
  const wider = widerAddress(address)
  const own = `${prefix}:${address}`
  return wider === undefined ? [own] : [own, `${WIDE}${prefix}:${wider}`]
}

/**
 * Locks the keys until the end of the transaction, so that decisions about one key are made one after the other, over
 * all processes, and then reads their logs and the database's clock. All transactions lock in the same order, so
 * there is no deadlock. The locks are advisory: they cost no write, even for keys without a log.
 */
export async function takeLimits(tx: Transaction, keys: readonly string[]): Promise<Limits> {
  tx.later(
    tx.query(
      `SELECT pg_advisory_xact_lock(lock) FROM (
         SELECT DISTINCT hashtextextended(key, ${lockSeeds.strictLimit}) AS lock FROM unnest($1::text[]) AS t (key) ORDER BY lock
       ) AS ordered`,
      [keys],
    ),
  )
  const { rows } = await tx.query<{ now: number; logs: Record<string, number[]> }>(
    `SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS now,
            (SELECT coalesce(json_object_agg(key, admitted), '{}') FROM strict_limits WHERE key = ANY($1)) AS logs`,
    [keys],
  )
  const { now, logs } = rows[0] as (typeof rows)[number]
  return new Limits(now, new Map(Object.entries(logs)))
}

/** Nothing is written for refused requests. The statement has been sent when this returns. */
export async function keepLimits(tx: Sql, limits: Limits): Promise<void> {
  const changes = limits.changes()
  if (changes.length === 0) return
  await tx.query(
    `INSERT INTO strict_limits (key, admitted, touched)
     SELECT key, admitted, now() FROM json_to_recordset($1::json) AS t (key text, admitted bigint[])
     ON CONFLICT (key) DO UPDATE SET admitted = excluded.admitted, touched = excluded.touched`,
    [JSON.stringify(changes.map(([key, admitted]) => ({ key, admitted })))],
  )
}
