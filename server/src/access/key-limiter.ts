import { ofEach } from '#db/distributed/owners.ts'
import type { Sql, SqlOfAll } from '#db/sql.ts'
import type { Identity } from './identity.ts'

/**
 * The limit of a key on the workflow endpoints, 6,000 requests a minute unless set otherwise.
 *
 * Each process counts its own requests in memory and decides at once; every second it adds its count to the key's
 * one-second slots in the database and reads back what all processes counted. So one process is exact, and several
 * together exceed the limit by at most what arrives within a second. The token endpoint's limit must be exact over
 * all processes and is separate: see strict-log.ts.
 */
export interface KeyLimiter {
  take(identity: Identity): Admission
  close(): Promise<void>
}

export interface Admission {
  admitted: boolean
  limit: number
  remaining: number
  /** Until the oldest counted slot leaves the window. */
  retryAfterSeconds: number
}

const WINDOW_MS = 60_000
const FLUSH_MS = 1_000
const unlimited: Admission = { admitted: true, limit: 0, remaining: 0, retryAfterSeconds: 0 }

interface Slot {
  /** When it leaves the window, by the limiter's clock. */
  endsAt: number
  requests: number
}

interface Usage {
  organisationId: string
  pending: number
  slots: Slot[]
}

/** `most`: what the operator allows every key at the most; 0: no such cap. */
export function createKeyLimiter(
  sql: SqlOfAll,
  onError: (error: unknown) => void,
  most = 0,
  clock = () => performance.now(),
): KeyLimiter {
  const usages = new Map<string, Usage>()
  let flushing: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    flushing = flushing.then(() => flush(sql, usages, clock)).catch(onError)
  }, FLUSH_MS)
  timer.unref()

  return {
    take(identity) {
      let usage = usages.get(identity.keyId)
      if (usage === undefined) {
        usage = { organisationId: identity.organisationId, pending: 0, slots: [] }
        usages.set(identity.keyId, usage)
      }
      const limit = capped(identity.requestsPerMinute, most)
      if (limit === 0) {
        usage.pending++
        return unlimited
      }
      const now = clock()
      const counted = countedAt(now, usage)
      const admitted = counted < limit
      if (admitted) usage.pending++
      return {
        admitted,
        limit,
        remaining: Math.max(0, limit - counted - 1),
        retryAfterSeconds: admitted ? 0 : untilOldestEnds(now, usage),
      }
    },
    async close() {
      clearInterval(timer)
      await flushing
      await flush(sql, usages, clock).catch(onError)
    },
  }
}

/** 0 stands for no limit, on either side. */
const capped = (limit: number, most: number) =>
  most === 0 ? limit : limit === 0 ? most : Math.min(limit, most)

function countedAt(now: number, usage: Usage): number {
  let counted = usage.pending
  for (const slot of usage.slots) if (slot.endsAt > now) counted += slot.requests
  return counted
}

function untilOldestEnds(now: number, usage: Usage): number {
  const ends = usage.slots.filter(slot => slot.endsAt > now).map(slot => slot.endsAt)
  // Requests not yet written get their slot within a second, and it leaves the window a second after the minute.
  if (ends.length === 0) return WINDOW_MS / 1000 + 2
  return Math.max(1, Math.ceil((Math.min(...ends) - now) / 1000))
}

async function flush(sql: SqlOfAll, usages: Map<string, Usage>, clock: () => number): Promise<void> {
  for (const [keyId, usage] of usages) if (countedAt(clock(), usage) === 0) usages.delete(keyId)
  const counted = [...usages].map(([keyId, usage]) => ({
    keyId,
    organisationId: usage.organisationId,
    usage,
    requests: usage.pending,
  }))
  if (counted.length === 0) return
  await ofEach(sql, counted, (of, some) => add(of, usages, some, clock))
}

interface Counted {
  readonly keyId: string
  readonly organisationId: string
  readonly usage: Usage
  readonly requests: number
}

async function add(
  sql: Sql,
  usages: ReadonlyMap<string, Usage>,
  counted: readonly Counted[],
  clock: () => number,
): Promise<number> {
  const { rows } = await sql.query<{ key_id: string; requests: number; ends_in_ms: number }>(
    `WITH mine AS (
       SELECT organisation_id, key_id, requests
       FROM unnest($1::uuid[], $2::uuid[], $3::int[]) AS t (organisation_id, key_id, requests)
     ), added AS (
       INSERT INTO api_key_usage AS u (organisation_id, key_id, slot, requests)
       SELECT organisation_id, key_id, date_bin('1 s', now(), 'epoch'), requests FROM mine WHERE requests > 0
       ON CONFLICT (organisation_id, key_id, slot) DO UPDATE SET requests = u.requests + excluded.requests
       RETURNING organisation_id, key_id, slot, requests
     ), used AS (
       UPDATE api_keys k SET last_used_at = now() FROM added a
       WHERE k.organisation_id = a.organisation_id AND k.id = a.key_id
     ), all_slots AS (
       SELECT key_id, slot, requests FROM added
       UNION ALL
       SELECT u.key_id, u.slot, u.requests FROM api_key_usage u JOIN mine USING (organisation_id, key_id)
       WHERE u.slot > now() - interval '61 s'
         AND NOT EXISTS (SELECT FROM added a WHERE a.key_id = u.key_id AND a.slot = u.slot)
     )
     SELECT key_id, requests, extract(epoch FROM slot + interval '61 s' - now())::float8 * 1000 AS ends_in_ms
     FROM all_slots`,
    [
      counted.map(({ organisationId }) => organisationId),
      counted.map(({ keyId }) => keyId),
      counted.map(({ requests }) => requests),
    ],
  )
  const now = clock()
  for (const { usage, requests } of counted) {
    usage.pending -= requests
    usage.slots = []
  }
  for (const { key_id, requests, ends_in_ms } of rows) {
    usages.get(key_id)?.slots.push({ endsAt: now + ends_in_ms, requests })
  }
  return rows.length
}
