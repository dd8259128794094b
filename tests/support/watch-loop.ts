import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { PerformanceObserver } from 'node:perf_hooks'
import { LONGEST_HOLD_MS } from './longest-stretch.ts'

/** A turn of the loop that took longer than any request may. */
export interface Hold {
  /** The processor's time, without what the collector of garbage took of it. */
  readonly ms: number
  /** What was under way or arrived then; empty for what the server does by itself. */
  readonly kinds: readonly string[]
  /** How many requests that were. */
  readonly requests: number
  /** Whether one of them was among the first of its kind here, for which schemas and code are compiled. */
  readonly first: boolean
}

/** A request that is refused compiles less than one that is answered. */
const FIRST_REQUESTS = 3

export interface LoopReport {
  readonly requests: number
  readonly turns: number
  readonly longestMs: number
  readonly holds: readonly Hold[]
}

/** Watches the loop of this thread until it is stopped. */
export function watchLoop(): { stop(): LoopReport } {
  const open = new Map<IncomingMessage, string>()
  const seen = new Map<string, number>()
  /** Of the turn that is measured: what it may have worked for. */
  let during: string[] = []
  let first = false
  let [requests, turns, longestMs, collectedMs] = [0, 0, 0, 0]
  const holds: Hold[] = []

  const began = (message: unknown) => {
    const { request } = message as { request: IncomingMessage }
    const kind = kindOf(request)
    requests++
    open.set(request, kind)
    during.push(kind)
    const times = (seen.get(kind) ?? 0) + 1
    first ||= times <= FIRST_REQUESTS
    seen.set(kind, times)
  }
  const finished = (message: unknown) => {
    open.delete((message as { request: IncomingMessage }).request)
  }
  subscribe('http.server.request.start', began)
  subscribe('http.server.response.finish', finished)
  const collector = new PerformanceObserver(list => {
    for (const { duration } of list.getEntries()) collectedMs += duration
  })
  collector.observe({ entryTypes: ['gc'] })

  let before = process.threadCpuUsage()
  const timer = setInterval(() => {
    const { user, system } = process.threadCpuUsage(before)
    const worked = (user + system) / 1_000
    // What the collector took of a turn is reported after it.
    setImmediate(note, worked, during, first)
    turns++
    during = [...open.values()]
    first = false
    before = process.threadCpuUsage()
  }, 1)

  function note(worked: number, under: string[], isFirst: boolean): void {
    const ms = Math.max(0, worked - collectedMs)
    collectedMs = 0
    longestMs = Math.max(longestMs, ms)
    if (ms >= LONGEST_HOLD_MS) {
      holds.push({ ms, kinds: [...new Set(under)], requests: under.length, first: isFirst })
    }
  }

  return {
    stop() {
      clearInterval(timer)
      collector.disconnect()
      unsubscribe('http.server.request.start', began)
      unsubscribe('http.server.response.finish', finished)
      return { requests, turns, longestMs, holds }
    },
  }
}

/** Requests that differ in ids only are of one kind. */
function kindOf({ method, url = '' }: IncomingMessage): string {
  const path = (url.split('?', 1)[0] as string).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id')
  return `${method} ${path}`
}
