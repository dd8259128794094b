import { connect, type Socket } from 'node:net'

export interface Load {
  readonly url: string
  readonly seconds: number
  readonly connections: number
  readonly headers: Record<string, string>
  /** The bodies of one connection, sent round and round. */
  bodies(connection: number): string[]
}

/**
 * Requests per second answered 2xx. Who is refused for now (503), as on a machine that is busy with other work, is not counted and asks
 * again. Any other answer is an error of the benchmark.
 *
 * The requests are bytes that were made before, and an answer is whole when as many bytes have come as it said: what
 * sends the load shares two processors with what is measured, and a client library took as much of them as PostgreSQL.
 */
export async function drive(load: Load): Promise<number> {
  const { hostname, port } = new URL(load.url)
  const ends = performance.now() + load.seconds * 1_000
  let answered = 0
  const senders = Array.from({ length: load.connections }, (_, connection) => {
    const requests = load.bodies(connection).map(body => request(load, body))
    const socket = connect(Number(port), hostname).setNoDelay(true)
    return send(socket, requests, isRefused => {
      if (!isRefused) answered += 1
      return performance.now() < ends
    })
  })
  const began = performance.now()
  await Promise.all(senders)
  return answered / ((performance.now() - began) / 1_000)
}

function request({ url, headers }: Load, body: string): Buffer {
  const { pathname, search, host } = new URL(url)
  const all = { host, ...headers, 'content-length': Buffer.byteLength(body) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`POST ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
}

/** Sends one request after the other over one connection, until `onAnswer` has had enough. */
function send(
  socket: Socket,
  requests: readonly Buffer[],
  onAnswer: (isRefused: boolean) => boolean,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let next = 0
    /** Bytes of the answer's body that are still to come; undefined: not even its head has come. */
    let missing: number | undefined
    let head = ''
    let isRefused = false
    const ask = () => socket.write(requests[next++ % requests.length] as Buffer)
    socket.on('connect', ask)
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('the server closed a connection')))
    socket.on('data', chunk => {
      if (missing === undefined) {
        head += chunk.toString('latin1')
        const end = head.indexOf('\r\n\r\n')
        if (end < 0) return
        const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
        isRefused = head.startsWith('HTTP/1.1 503')
        if (!(isRefused || head.startsWith('HTTP/1.1 2')) || length === undefined) {
          reject(new Error(`not the answer that was expected: ${head.slice(0, 300)}`))
          return
        }
        missing = end + 4 + Number(length) - head.length
        head = ''
      } else missing -= chunk.length
      if (missing > 0) return
      missing = undefined
      if (onAnswer(isRefused)) ask()
      else {
        socket.removeAllListeners('close').end()
        resolve()
      }
    })
  })
}
