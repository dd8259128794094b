import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Sql } from '#db/sql.ts'
import { type Lane, lanes } from './lane.ts'

const CHANNEL = 'millrace_jobs'
/** Between two notifications of a process: a busy process has hundreds of commits a second. */
const PAUSE_MS = 5
const RECONNECT_MS = 1_000

export interface Notifier {
  /** Notifies the other processes that a lane has jobs; at once, or together with others a moment later. */
  notify(lane: Lane): void
  stop(): Promise<void>
}

/**
 * After the commit and in a separate session that does not wait for the disk: inside the transaction, pg_notify would
 * hold a lock for the whole server through the commit. A lost notification costs half a second, until the next check.
 */
export function createNotifier(sql: Sql): Notifier {
  const asked = new Set<Lane>()
  let sending: Promise<void> | undefined
  let stopped = false

  async function send(): Promise<void> {
    while (asked.size > 0) {
      const some = [...asked]
      asked.clear()
      // A database that is not reachable has no jobs to notify of either.
      await sql
        .query('SELECT pg_notify($1, lane) FROM unnest($2::text[]) AS lane', [CHANNEL, some])
        .catch(() => {})
      if (!stopped) await sleep(PAUSE_MS, undefined, { ref: false })
    }
    sending = undefined
  }

  return {
    notify(lane) {
      if (stopped) return
      asked.add(lane)
      sending ??= send()
    },
    async stop() {
      stopped = true
      await sending
    },
  }
}

export interface Listener {
  stop(): Promise<void>
}

/**
 * Receives the notifications of other processes. Without a connection it receives none, and only the regular checks
 * find jobs.
 */
export function listenForJobs(settings: pg.ClientConfig, heard: (lane: Lane) => void): Listener {
  const stopping = new AbortController()
  let client: pg.Client | undefined
  const ended = hearOn()

  async function hearOn(): Promise<void> {
    while (!stopping.signal.aborted) {
      await hearOnce().catch(() => {})
      await sleep(RECONNECT_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  async function hearOnce(): Promise<void> {
    const opened = new pg.Client(settings)
    client = opened
    const lost = new Promise<void>(resolve => {
      opened.once('end', resolve)
      opened.on('error', () => resolve())
    })
    opened.on('notification', ({ payload }) => {
      const lane = lanes.find(known => known === payload)
      if (lane !== undefined) heard(lane)
    })
    try {
      await opened.connect()
      await opened.query(`LISTEN ${CHANNEL}`)
      if (!stopping.signal.aborted) await lost
    } finally {
      await opened.end().catch(() => {})
    }
  }

  return {
    async stop() {
      stopping.abort()
      await client?.end().catch(() => {})
      await ended
    },
  }
}
