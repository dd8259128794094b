/**
 * Collects what concurrent callers ask for into batches, without a timer: a batch is what arrived while the one
 * before it was under way. An idle batcher starts at once, so one caller alone never waits.
 *
 * It is idle until the first item comes; then it runs batches, at most `concurrency` at a time, until nothing is
 * left. The batch that takes an item was begun after the item came, so what it reads is never older than the call.
 */
export interface Batcher<Item, Result> {
  /** Rejects with `Overloaded` at once when too many are waiting already. */
  add(item: Item): Promise<Result>
  readonly waiting: number
}

export class Overloaded extends Error {
  override name = 'Overloaded'
}

export interface BatcherOptions<Item, Result> {
  /** One result for each item, in order. A rejection is everybody's. */
  run(items: Item[]): Promise<Result[]>
  most: number
  concurrency: number
  longestQueue: number
}

interface Waiting<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

export function createBatcher<Item, Result>(options: BatcherOptions<Item, Result>): Batcher<Item, Result> {
  let queue: Waiting<Item, Result>[] = []
  let underWay = 0
  let scheduled = false

  function schedule(): void {
    if (scheduled || underWay >= options.concurrency || queue.length === 0) return
    scheduled = true
    // After the I/O of this tick: requests that came in one packet of events share a batch.
    setImmediate(() => {
      scheduled = false
      while (underWay < options.concurrency && queue.length > 0) void runOne()
    })
  }

  async function runOne(): Promise<void> {
    const batch = queue.length <= options.most ? queue : queue.slice(0, options.most)
    queue = batch === queue ? [] : queue.slice(options.most)
    underWay++
    try {
      const results = await options.run(batch.map(waiting => waiting.item))
      for (const [index, waiting] of batch.entries()) waiting.resolve(results[index] as Result)
    } catch (error) {
      for (const waiting of batch) waiting.reject(error)
    } finally {
      underWay--
      schedule()
    }
  }

  return {
    add(item) {
      if (queue.length >= options.longestQueue) return Promise.reject(new Overloaded())
      return new Promise((resolve, reject) => {
        queue.push({ item, resolve, reject })
        schedule()
      })
    },
    get waiting() {
      return queue.length
    },
  }
}
