import { newId } from '#base/ids.ts'
import type { Sql } from '#db/sql.ts'

/** One answered request of a key, without any of its content. */
export interface AnsweredRequest {
  readonly organisationId: string
  readonly keyId: string
  readonly method: string
  /** The pattern of the address. */
  readonly route: string
  readonly status: number
  readonly durationMs: number
  /** Why it was refused. */
  readonly code: string | undefined
  readonly requestId: string
}

/**
 * What keys were used for, for their owners to read. A request never waits for it: it is noted in memory and written
 * every second, in one statement. What comes in crowds is sampled: successful requests, and those that are refused for now, when the database
 * has enough to do. Other refusals are noted as long as there is room.
 */
export interface RequestLog {
  note(request: AnsweredRequest): void
  /** How many were not written because there was no room or no database. */
  dropped(): number
  close(): Promise<void>
}

const FLUSH_MS = 1_000
const MOST_OF_CROWDS = 20
const MOST_NOTED = 5_000

interface Noted extends AnsweredRequest {
  readonly id: string
  readonly at: number
}

export function createRequestLog(sql: Sql, onError: (error: unknown) => void): RequestLog {
  const crowds = new Map<string, number>()
  let noted: Noted[] = []
  let dropped = 0
  let writing: Promise<void> | undefined
  const timer = setInterval(() => {
    crowds.clear()
    writing ??= flush().finally(() => {
      writing = undefined
    })
  }, FLUSH_MS)
  timer.unref()

  async function flush(): Promise<void> {
    if (noted.length === 0) return
    const batch = noted
    noted = []
    try {
      await insert(sql, batch)
    } catch (error) {
      dropped += batch.length
      onError(error)
    }
  }

  return {
    note(request) {
      if (request.status < 300 || request.status === 503) {
        const crowd = `${request.keyId} ${request.status}`
        const before = crowds.get(crowd) ?? 0
        if (before >= MOST_OF_CROWDS) return
        crowds.set(crowd, before + 1)
      }
      if (noted.length >= MOST_NOTED) dropped++
      else noted.push({ ...request, id: newId(), at: performance.now() })
    },
    dropped: () => dropped,
    async close() {
      clearInterval(timer)
      await writing
      await flush()
    },
  }
}

/** By the database's clock: each entry is sent with its age. */
async function insert(sql: Sql, batch: readonly Noted[]): Promise<void> {
  const now = performance.now()
  await sql.query(
    `INSERT INTO api_requests (organisation_id, key_id, id, at, method, route, status, duration_ms, code, request_id)
     SELECT organisation_id, key_id, id, now() - make_interval(secs => ago), method, route, status, duration_ms, code,
       request_id
     FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::float8[], $5::text[], $6::text[], $7::smallint[], $8::int[],
       $9::text[], $10::text[])
       AS t (organisation_id, key_id, id, ago, method, route, status, duration_ms, code, request_id)`,
    [
      batch.map(request => request.organisationId),
      batch.map(request => request.keyId),
      batch.map(request => request.id),
      batch.map(request => (now - request.at) / 1_000),
      batch.map(request => request.method),
      batch.map(request => request.route),
      batch.map(request => request.status),
      batch.map(request => Math.round(request.durationMs)),
      batch.map(request => request.code ?? null),
      batch.map(request => request.requestId),
    ],
  )
}
