import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { Overloaded } from './overloaded.ts'

/** The work of one question took more of the processor's time than it may; the thread was ended. */
export class TookTooLong extends Error {
  override name = 'TookTooLong'
}

export interface Thread<Question, Answer> {
  /** Throws Overloaded when too many wait already, TookTooLong, and whatever the work threw. */
  ask(question: Question): Promise<Answer>
  close(): Promise<void>
}

export interface ThreadOptions {
  /** What the file gets as its workerData. */
  readonly data?: unknown
  /** Of the processor's time. */
  readonly longestMs: number
  readonly longestQueue: number
}

interface Asked {
  readonly question: unknown
  resolve(answer: never): void
  reject(error: Error): void
}

/**
 * A thread for work that would hold up everybody else, one question after the other. It is begun with the first
 * question, and started again after one that took too long: no input can keep it busy for good.
 */
export function openThread<Question, Answer>(
  file: URL,
  { data, longestMs, longestQueue }: ThreadOptions,
): Thread<Question, Answer> {
  const waiting: Asked[] = []
  let current: Asked | undefined
  let worker: Worker | undefined
  let watching = new AbortController()
  let closed = false

  function begin(): Worker {
    const begun = new Worker(file, { workerData: data, execArgv: [] })
    begun.on('message', (message: Answered | typeof READY) => {
      if (message === READY) return void watch(begun)
      const { answer, fault } = message
      settle(asked => (fault === undefined ? asked.resolve(answer as never) : asked.reject(new Error(fault))))
    })
    begun.on('error', error => {
      if (worker !== begun) return
      worker = undefined
      settle(asked => asked.reject(error))
    })
    // What waits for an answer keeps the process alive by itself.
    begun.unref()
    return begun
  }

  /** Ends the thread when it computes for too long, unless it answers before. */
  async function watch(watched: Worker): Promise<void> {
    watching = new AbortController()
    const isTooLong = await computesLongerThan(watched, longestMs, watching.signal)
    if (!isTooLong || worker !== watched) return
    worker = undefined
    void watched.terminate()
    settle(asked => asked.reject(new TookTooLong()))
  }

  function settle(how: (asked: Asked) => void): void {
    watching.abort()
    const asked = current
    current = undefined
    if (asked !== undefined) how(asked)
    next()
  }

  function next(): void {
    if (current !== undefined || closed) return
    current = waiting.shift()
    if (current === undefined) return
    const isNew = worker === undefined
    worker ??= begin()
    worker.postMessage(current.question)
    // A new one is watched when it is ready: loading its files is not the question's work.
    if (!isNew) void watch(worker)
  }

  return {
    ask: question =>
      new Promise<Answer>((resolve, reject) => {
        if (closed || waiting.length >= longestQueue) return reject(new Overloaded())
        waiting.push({ question, resolve, reject })
        next()
      }),
    async close() {
      closed = true
      watching.abort()
      for (const asked of [current, ...waiting.splice(0)]) asked?.reject(new Overloaded())
      await worker?.terminate()
    },
  }
}

/**
 * The processor's time counts, not the clock's: on a machine that is busy with something else the same work takes many
 * times as long. false as soon as the signal says that nobody waits any longer, or the thread has ended.
 */
async function computesLongerThan(worker: Worker, longestMs: number, signal: AbortSignal): Promise<boolean> {
  try {
    const before = await worker.cpuUsage()
    for (;;) {
      await sleep(longestMs / 4, undefined, { signal, ref: false })
      const { user, system } = await worker.cpuUsage(before)
      if (!signal.aborted && (user + system) / 1_000 > longestMs) return true
    }
  } catch {
    return false
  }
}

/** What a thread says once, when it has loaded its files. */
export const READY = 'ready'

/** What a thread says to every question. */
export type Answered = { readonly answer?: unknown; readonly fault?: string }
