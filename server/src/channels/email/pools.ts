import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { createTransport, type SendMailOptions, type SMTPPoolOptions } from 'nodemailer'
import { BoundedMap } from '#base/bounded-map.ts'
import { plainHost, readHost } from '../guard/check-host.ts'
import type { AddressGuard } from '../guard/guard.ts'
import { openConnection } from '../guard/open-connection.ts'
import type { SmtpSettings } from './settings.ts'

export interface SmtpTimes {
  readonly connectMs: number
  /** Without a byte from the server. */
  readonly silenceMs: number
  /** For a whole message: a server that sends a byte at a time is never silent. */
  readonly totalMs: number
}

export type Pool = ReturnType<typeof openPool>

/** What the connection reads of a message, from when it has one. */
export interface Reading {
  stream?: Readable
}

/** Whether the server was given any of the message itself. Until then it cannot have taken it. */
export const hasBegun = ({ stream }: Reading): boolean => stream?.readableDidRead === true

export interface Pools {
  take(settings: SmtpSettings): Pool
  /** Closes the connections of a pool that hangs. The next message opens new ones. */
  drop(pool: Pool): void
  close(): void
}

const MOST_POOLS = 64

/** Connections to mail servers are kept for a while and shared by the messages with the same settings. */
export function createPools(guard: AddressGuard, times: SmtpTimes): Pools {
  const pools = new BoundedMap<Pool>(MOST_POOLS, {
    dispose: (unused, _, why) => {
      if (why === 'evict') unused.close()
    },
  })
  return {
    take(settings) {
      const key = fingerprint(settings)
      const pool = pools.get(key) ?? openPool(key, settings, guard, times)
      pools.set(key, pool)
      return pool
    },
    drop(pool) {
      pool.close({ force: true })
      // It may already have been evicted.
      if (pools.peek(pool.key) === pool) pools.delete(pool.key)
    },
    close() {
      for (const pool of pools.values()) pool.close()
      pools.clear()
    },
  }
}

export function fingerprint(settings: SmtpSettings): string {
  const { host, port, security, login, certificateAuthority } = settings
  const parts = [host, port, security, login?.username, login?.password, certificateAuthority]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64')
}

function openPool(key: string, settings: SmtpSettings, guard: AddressGuard, times: SmtpTimes) {
  const host = plainHost(readHost(settings.host) ?? '')
  const { login, security, certificateAuthority } = settings
  let closed = false

  /** Our own connection instead of nodemailer's, which would resolve the name again, without the guard. */
  const getSocket: NonNullable<SMTPPoolOptions['getSocket']> = (_options, done) => {
    openConnection(guard, { hostname: host, port: settings.port }, AbortSignal.timeout(times.connectMs)).then(
      connection => {
        if (!closed) return done(null, { connection })
        connection.destroy()
        done(new Error('the pool was closed'), false)
      },
      error => done(error, false),
    )
  }
  const pool = createTransport({
    pool: true,
    host,
    port: settings.port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    tls: {
      minVersion: 'TLSv1.2',
      ...(certificateAuthority === undefined ? {} : { ca: certificateAuthority }),
    },
    ...(login === undefined ? {} : { auth: { user: login.username, pass: login.password } }),
    getSocket,
    connectionTimeout: times.connectMs,
    greetingTimeout: times.connectMs,
    socketTimeout: times.silenceMs,
    idleTimeout: 30_000,
    maxConnections: 5,
    // The caller retries, and records every attempt.
    maxRequeues: 0,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // The stream that nodemailer itself looks at to know whether a message may go over another connection.
  pool.use('stream', ({ message, data }, done) => {
    const create = message.createReadStream.bind(message)
    message.createReadStream = options => {
      const stream = create(options)
      ;(data as { reading: Reading }).reading.stream = stream
      return stream
    }
    done()
  })
  return {
    key,
    send: (options: SendMailOptions, reading: Reading) =>
      pool.sendMail({ ...options, reading } as SendMailOptions),
    close(options?: { force: boolean }) {
      closed = true
      pool.close(options)
    },
  }
}
