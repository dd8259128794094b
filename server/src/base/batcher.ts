/**
 * Collects the requests of concurrent callers into batches, without a delay: a batch has what arrived while the
 * previous one was running. An idle batcher starts at once, so a single caller never waits.
 *
 * A large batch leaves some of the callers for the next. If it took all of them, this process would have nothing to
 * do during the commit, and the database nothing while all callers are answered: callers that call again after each
 * answer would stay in step. So the two halves of the callers take turns, and a second batch joins the first only
 * when the first takes long, as it does on a slow disk. A batch starts after its items arrived, so what it reads is
 * never older than the call.
 */
export interface Batcher<Item, Result> {
  /** Rejects at once with `Overloaded` when too many are waiting already. */
  add(item: Item): Promise<Result>
  readonly waiting: number
}

const MOST_UNDER_WAY = 2
/** Of all callers. Somewhat more than half, because they do not return evenly. */
const PART_IN_A_BATCH = 0.6
/** Splitting fewer than this costs more than it gains. */
const SMALL = 16
/** A batch of events takes 3 to 6 ms on a fast disk. */
const PATIENCE_MS = 10

export class Overloaded extends Error {
  override name = 'Overloaded'
}

export interface BatcherOptions<Item, Result> {
  /** One result for each item, in order. A rejection applies to all of them. */
  run(items: Item[]): Promise<Result[]>
  most: number
  longestQueue: number
  patienceMs?: number
}

interface Waiting<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

export function createBatcher<Item, Result>(options: BatcherOptions<Item, Result>): Batcher<Item, Result> {
  let queue: Waiting<Item, Result>[] = []
  let underWay = 0
  /** How many of those have taken longer than PATIENCE_MS. */
  let late = 0
  let scheduled = false
  /** How many callers there were when the last batch ended, including its own. */
  let lastCalling = 0

  function take(): Waiting<Item, Result>[] {
    const calling = Math.max(queue.length, lastCalling)
    const size = Math.min(options.most, Math.max(SMALL, Math.ceil(calling * PART_IN_A_BATCH)))
    const batch = queue.slice(0, size)
    queue = queue.slice(size)
    return batch
  }

  function schedule(): void {
    if (scheduled || queue.length === 0 || late < underWay || underWay === MOST_UNDER_WAY) return
    scheduled = true
    // After the I/O of this tick: requests that arrived in the same turn of the event loop share a batch.
    setImmediate(() => {
      scheduled = false
      void runOne()
    })
  }

  async function runOne(): Promise<void> {
    const batch = take()
    underWay += 1
    let isLate = false
    const patience = setTimeout(() => {
      isLate = true
      late += 1
      schedule()
    }, options.patienceMs ?? PATIENCE_MS)
    try {
      const results = await options.run(batch.map(waiting => waiting.item))
      for (const [index, waiting] of batch.entries()) waiting.resolve(results[index] as Result)
    } catch (error) {
      for (const waiting of batch) waiting.reject(error)
    } finally {
      clearTimeout(patience)
      underWay -= 1
      if (isLate) late -= 1
      lastCalling = batch.length + queue.length
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
