/**
 * Collects what concurrent callers ask for into batches, without a timer: a batch is what arrived while the one
 * before it was under way. An idle batcher starts at once, so one caller alone never waits.
 *
 * It is idle until the first item comes; then it runs batches until nothing is left. A second batch joins the first
 * only when it has grown as large: so two are under way under load, one being prepared here while the other is being
 * committed there, and batches do not get small by overtaking each other. The batch that takes an item was begun
 * after the item came, so what it reads is never older than the call.
 */
export interface Batcher<Item, Result> {
  /** Rejects with `Overloaded` at once when too many are waiting already. */
  add(item: Item): Promise<Result>
  readonly waiting: number
}

const MOST_UNDER_WAY = 2

export class Overloaded extends Error {
  override name = 'Overloaded'
}

export interface BatcherOptions<Item, Result> {
  /** One result for each item, in order. A rejection is everybody's. */
  run(items: Item[]): Promise<Result[]>
  most: number
  longestQueue: number
}

interface Waiting<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

export function createBatcher<Item, Result>(options: BatcherOptions<Item, Result>): Batcher<Item, Result> {
  let queue: Waiting<Item, Result>[] = []
  /** The sizes of the batches under way. */
  const underWay: number[] = []
  let scheduled = false

  function mayBegin(): boolean {
    if (queue.length === 0 || underWay.length >= MOST_UNDER_WAY) return false
    return underWay.length === 0 || queue.length >= (underWay[0] as number)
  }

  function schedule(): void {
    if (scheduled || !mayBegin()) return
    scheduled = true
    // After the I/O of this tick: requests that came in one packet of events share a batch.
    setImmediate(() => {
      scheduled = false
      while (mayBegin()) void runOne()
    })
  }

  async function runOne(): Promise<void> {
    const batch = queue.length <= options.most ? queue : queue.slice(0, options.most)
    queue = batch === queue ? [] : queue.slice(options.most)
    underWay.push(batch.length)
    try {
      const results = await options.run(batch.map(waiting => waiting.item))
      for (const [index, waiting] of batch.entries()) waiting.resolve(results[index] as Result)
    } catch (error) {
      for (const waiting of batch) waiting.reject(error)
    } finally {
      underWay.splice(underWay.indexOf(batch.length), 1)
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
