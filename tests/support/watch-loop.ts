import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks'

/** A turn of the loop that was not short. */
export interface LongTurn {
  /** The processor's time, without what the collector of garbage took of it. */
  readonly ms: number
  /** What was under way or arrived then; empty for what the server does by itself. */
  readonly kinds: readonly string[]
  /** How many requests that were. */
  readonly requests: number
  /** Whether one of them was the first of its kind and status here, for which schemas and code are compiled. */
  readonly first: boolean
}

export interface LoopReport {
  readonly requests: number
  readonly turns: number
  readonly long: readonly LongTurn[]
}

interface Seen {
  readonly kind: string
  /** Whether it was the first of its kind that was answered with this status: a refusal compiles less than an answer. */
  first: boolean
}

interface Turn {
  readonly ms: number
  readonly from: number
  readonly to: number
  /** What it may have worked for. */
  readonly during: readonly Seen[]
}

/** Shorter turns are of no interest, and there are thousands of them in a second. */
const WORTH_KEEPING_MS = 10

/** Watches the loop of this thread until it is stopped. */
export function watchLoop(): { stop(): LoopReport } {
  const open = new Map<IncomingMessage, Seen>()
  const answered = new Set<string>()
  /** Of the turn that is measured: what it may have worked for. */
  let during: Seen[] = []
  let [requests, turns] = [0, 0]
  const long: Turn[] = []
  const collections: PerformanceEntry[] = []

  const began = (message: unknown) => {
    const { request } = message as { request: IncomingMessage }
    // Until it is answered, for instance by a stream that stays open.
    const seen = { kind: kindOf(request), first: true }
    requests++
    open.set(request, seen)
    during.push(seen)
  }
  const finished = (message: unknown) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    const seen = open.get(request)
    if (seen === undefined) return
    open.delete(request)
    const answer = `${seen.kind} ${response.statusCode}`
    seen.first = !answered.has(answer)
    answered.add(answer)
  }
  subscribe('http.server.request.start', began)
  subscribe('http.server.response.finish', finished)
  // Reported some turns later, so that only its times say which turn it was in.
  const collector = new PerformanceObserver(list => collections.push(...list.getEntries()))
  collector.observe({ entryTypes: ['gc'] })

  let turnBegan = performance.now()
  let before = process.threadCpuUsage()
  const timer = setInterval(() => {
    const { user, system } = process.threadCpuUsage(before)
    const ms = (user + system) / 1_000
    turns++
    if (ms >= WORTH_KEEPING_MS) long.push({ ms, from: turnBegan, to: performance.now(), during })
    during = [...open.values()]
    turnBegan = performance.now()
    before = process.threadCpuUsage()
  }, 1)

  return {
    stop() {
      clearInterval(timer)
      collections.push(...collector.takeRecords())
      collector.disconnect()
      unsubscribe('http.server.request.start', began)
      unsubscribe('http.server.response.finish', finished)
      const worked = long.map(turn => ({ ...turn, ms: turn.ms - collectedIn(turn, collections) }))
      return {
        requests,
        turns,
        long: worked.filter(({ ms }) => ms >= WORTH_KEEPING_MS).map(describe),
      }
    },
  }
}

/** What the collector of garbage took of a turn. */
function collectedIn({ from, to }: Turn, collections: readonly PerformanceEntry[]): number {
  return collections
    .filter(({ startTime }) => startTime >= from && startTime <= to)
    .reduce((all, { duration }) => all + duration, 0)
}

const describe = ({ ms, during }: Turn): LongTurn => ({
  ms,
  kinds: [...new Set(during.map(({ kind }) => kind))],
  requests: during.length,
  first: during.some(({ first }) => first),
})

/** Requests that differ in ids only are of one kind. */
function kindOf({ method, url = '' }: IncomingMessage): string {
  const path = (url.split('?', 1)[0] as string).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id')
  return `${method} ${path}`
}
