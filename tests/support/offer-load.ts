import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Offer {
  readonly url: string
  /** Whole requests, sent round and round. */
  readonly requests: readonly Buffer[]
  /** In a second, whether or not the ones before are answered. */
  readonly rate: number
  readonly seconds: number
  readonly connections: number
}

export interface Taken {
  readonly status: number
  readonly ms: number
  /** When it was answered, by performance.now(). */
  readonly at: number
  readonly retryAfter: number | undefined
}

export interface Offered {
  readonly answers: readonly Taken[]
  /** Requests for which no connection was free: the offer was smaller by these. */
  readonly unsent: number
  readonly seconds: number
}

const TICK_MS = 10
/** The server has not taken a connection yet when it is open for who opened it, and that is not what is measured. */
const UNTIL_TAKEN_MS = 1_000

/** A request as bytes, made once: what sends the load shares the processors with what is measured. */
export function requestBytes(url: string, headers: Record<string, string>, body: string): Buffer {
  const { pathname, search, host } = new URL(url)
  const all = { host, ...headers, 'content-length': Buffer.byteLength(body) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`POST ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
}

/** Sends requests at a rate that does not depend on the answers, as callers do who know nothing of each other. */
export async function offer({ url, requests, rate, seconds, connections }: Offer): Promise<Offered> {
  const { hostname, port } = new URL(url)
  const answers: Taken[] = []
  const idle: Line[] = []
  const lines = await Promise.all(
    Array.from({ length: connections }, () => openLine(hostname, Number(port), taken => answers.push(taken))),
  )
  idle.push(...lines)
  for (const line of lines) line.whenIdle = () => idle.push(line)
  await sleep(UNTIL_TAKEN_MS)
  let [sent, unsent] = [0, 0]
  const began = performance.now()
  for (;;) {
    const passed = performance.now() - began
    if (passed >= seconds * 1_000) break
    while (sent + unsent < (passed / 1_000) * rate) {
      const line = idle.shift()
      if (line === undefined) unsent += 1
      else line.send(requests[sent++ % requests.length] as Buffer)
    }
    await sleep(TICK_MS)
  }
  const took = (performance.now() - began) / 1_000
  const ends = performance.now() + 20_000
  while (idle.length < lines.length && performance.now() < ends) await sleep(TICK_MS)
  for (const line of lines) line.close()
  return { answers, unsent, seconds: took }
}

interface Line {
  send(request: Buffer): void
  whenIdle: () => void
  close(): void
}

function openLine(host: string, port: number, onAnswer: (taken: Taken) => void): Promise<Line> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, host).setNoDelay(true)
    let began = 0
    let head = ''
    /** Bytes of the answer that are still to come; undefined: not even its head has come. */
    let missing: number | undefined
    let answer: Omit<Taken, 'ms' | 'at'> = { status: 0, retryAfter: undefined }
    const line: Line = {
      send(request) {
        began = performance.now()
        socket.write(request)
      },
      whenIdle() {},
      close: () => socket.destroy(),
    }
    socket.once('connect', () => resolve(line))
    socket.once('error', reject)
    socket.on('data', chunk => {
      if (missing === undefined) {
        head += chunk.toString('latin1')
        const end = head.indexOf('\r\n\r\n')
        if (end < 0) return
        const retryAfter = /\r\nretry-after: *(\d+)/i.exec(head)?.[1]
        answer = {
          status: Number(head.slice(9, 12)),
          retryAfter: retryAfter === undefined ? undefined : Number(retryAfter),
        }
        const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1])
        missing = end + 4 + length - head.length
        head = ''
      } else missing -= chunk.length
      if (missing > 0) return
      missing = undefined
      const at = performance.now()
      onAnswer({ ...answer, ms: at - began, at })
      line.whenIdle()
    })
  })
}
