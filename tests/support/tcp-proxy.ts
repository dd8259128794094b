import { createConnection, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createMessageReader, saysCommitted, startupParameters } from './postgres-messages.ts'

/**
 * Stands between a client and PostgreSQL, and goes wrong on request.
 *
 * It passes everything on until one of the faults is called, and goes back to that with `pass`. Server messages are
 * passed on whole, so a fault never leaves half of one behind that the real network would not.
 */
export interface TcpProxy {
  readonly port: number
  /** The same DATABASE_URL, through the proxy. */
  through(databaseUrl: string): string
  /** Everything works again; connections that were cut stay cut. */
  pass(): Promise<void>
  /** Ends every connection there is. New ones are let through. */
  cut(): void
  /** Ends every connection and lets nobody connect, as a server that is not running. */
  refuse(): Promise<void>
  /** Every packet, both ways, arrives this much later. */
  delay(ms: number): void
  /** Half-open: connections stay, and nothing arrives. What was sent in the meantime arrives after `pass`. */
  freeze(): void
  /**
   * The next transaction that commits does so, and its client never hears of it: the answer to COMMIT, and whatever
   * stood behind it in the packet, is dropped and the connection ends. Resolves when that happened.
   */
  swallowCommit(of?: (client: Client) => boolean): Promise<void>
  close(): Promise<void>
}

/** The client of a connection, as it identified itself. */
export interface Client {
  readonly applicationName: string
  /** `-c role=millrace_tenant …` */
  readonly options: string
}

interface Pair {
  readonly client: Socket
  readonly server: Socket
}

interface Trap {
  of(client: Client): boolean
  sprung(): void
}

export async function startTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const pairs = new Set<Pair>()
  let delayMs = 0
  let thawed: PromiseWithResolvers<void> | undefined
  let trap: Trap | undefined

  const listener = createServer({ allowHalfOpen: true }, client => {
    const server = createConnection({ ...upstream(target), allowHalfOpen: true })
    const pair = { client, server }
    pairs.add(pair)
    for (const socket of [client, server]) {
      socket.setNoDelay(true)
      socket.on('error', () => end(pair))
      socket.on('close', () => end(pair))
    }
    let about: Client = { applicationName: '', options: '' }
    client.once('data', first => {
      const { application_name = '', options = '' } = startupParameters(first)
      about = { applicationName: application_name, options }
    })
    const messages = createMessageReader()
    relay(client, server, chunk => server.write(chunk))
    relay(server, client, chunk => {
      for (const message of messages(chunk)) {
        if (trap !== undefined && saysCommitted(message) && trap.of(about)) {
          const { sprung } = trap
          trap = undefined
          end(pair)
          return sprung()
        }
        client.write(message)
      }
    })
  })

  /** In order: each packet, and the end, waits for what came before it. */
  function relay(from: Socket, to: Socket, deliver: (chunk: Buffer) => void): void {
    let before: Promise<void> | undefined
    const inOrder = (arrive: () => void) => {
      if (before === undefined && delayMs === 0 && thawed === undefined) return arrive()
      const arrival = Promise.all([before, delayMs > 0 ? sleep(delayMs) : undefined])
        .then(() => thawed?.promise)
        .then(arrive)
        .finally(() => {
          if (before === arrival) before = undefined
        })
      before = arrival
    }
    from.on('data', chunk => inOrder(() => deliver(chunk)))
    from.on('end', () => inOrder(() => to.end()))
  }

  function end(pair: Pair): void {
    if (!pairs.delete(pair)) return
    pair.client.destroy()
    pair.server.destroy()
  }

  const cut = () => {
    for (const pair of [...pairs]) end(pair)
  }
  const thaw = () => {
    thawed?.resolve()
    thawed = undefined
  }

  const port = await listen(listener, 0)
  return {
    port,
    through(databaseUrl) {
      const url = new URL(databaseUrl)
      url.searchParams.delete('host')
      url.searchParams.delete('port')
      url.host = `127.0.0.1:${port}`
      return url.href
    },
    async pass() {
      delayMs = 0
      trap = undefined
      thaw()
      if (!listener.listening) await listen(listener, port)
    },
    cut,
    async refuse() {
      const closed = listener.listening ? unlisten(listener) : undefined
      cut()
      await closed
    },
    delay(ms) {
      delayMs = ms
    },
    freeze() {
      thawed ??= Promise.withResolvers<void>()
    },
    swallowCommit(of = () => true) {
      return new Promise(resolve => {
        trap = { of, sprung: resolve }
      })
    },
    async close() {
      thaw()
      const closed = listener.listening ? unlisten(listener) : undefined
      cut()
      await closed
    },
  }
}

/** A host that is a folder means the socket in it, as everywhere in PostgreSQL. */
function upstream({ host, port }: { host: string; port: number }): NetConnectOpts {
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve((server.address() as { port: number }).port)
    })
  })
}

const unlisten = (server: Server) => new Promise<void>(resolve => server.close(() => resolve()))
