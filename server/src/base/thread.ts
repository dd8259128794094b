import { Worker } from 'node:worker_threads'
import { Overloaded } from './batcher.ts'

/** The work of one question took longer than it may; the thread was ended. */
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
 * question, and begun anew after one that took too long: no input can keep it busy for good.
 */
export function openThread<Question, Answer>(
  file: URL,
  { data, longestMs, longestQueue }: ThreadOptions,
): Thread<Question, Answer> {
  const waiting: Asked[] = []
  let current: Asked | undefined
  let worker: Worker | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false

  function begin(): Worker {
    const begun = new Worker(file, { workerData: data, execArgv: [] })
    begun.on('message', ({ answer, fault }: Answered) =>
      settle(asked =>
        fault === undefined ? asked.resolve(answer as never) : asked.reject(new Error(fault)),
      ),
    )
    begun.on('error', error => {
      if (worker !== begun) return
      worker = undefined
      settle(asked => asked.reject(error))
    })
    // What waits for an answer keeps the process alive by itself.
    begun.unref()
    return begun
  }

  function settle(how: (asked: Asked) => void): void {
    clearTimeout(timer)
    const asked = current
    current = undefined
    if (asked !== undefined) how(asked)
    next()
  }

  function next(): void {
    if (current !== undefined || closed) return
    current = waiting.shift()
    if (current === undefined) return
    worker ??= begin()
    worker.postMessage(current.question)
    timer = setTimeout(() => {
      const late = worker
      worker = undefined
      void late?.terminate()
      settle(asked => asked.reject(new TookTooLong()))
    }, longestMs)
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
      clearTimeout(timer)
      for (const asked of [current, ...waiting.splice(0)]) asked?.reject(new Overloaded())
      await worker?.terminate()
    },
  }
}

/** What a thread says to every question. */
export type Answered = { readonly answer?: unknown; readonly fault?: string }
