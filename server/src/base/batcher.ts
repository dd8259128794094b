/**
 * Collects what concurrent callers ask for into batches, without a delay: a batch is what arrived while the one
 * before it was under way. An idle batcher starts at once, so one caller alone never waits.
 *
 * A large batch leaves some of the callers for the next. If all of them were in one, nothing would be left to do here
 * while it is committed there, nor there while all are answered here: whoever calls again after each answer would
 * keep falling into step. So the two halves of the callers take turns, and a second batch joins the first only when
 * that takes long, as it does where the disk is slow. The batch that takes an item was begun after the item came, so
 * what it reads is never older than the call.
 */
export interface Batcher<Item, Result> {
  /** Rejects with `Overloaded` at once when too many are waiting already. */
  add(item: Item): Promise<Result>
  readonly waiting: number
}

const MOST_UNDER_WAY = 2
/** Of all who are calling. Somewhat more than half: they do not come back evenly. */
const PART_IN_A_BATCH = 0.6
/** To split fewer than this costs more than it brings. */
const SMALL = 16
/** A batch of events takes 3 to 6 ms where the disk is quick. */
const PATIENCE_MS = 10

export class Overloaded extends Error {
  override name = 'Overloaded'
}

export interface BatcherOptions<Item, Result> {
  /** One result for each item, in order. A rejection is everybody's. */
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
  /** How many of those have taken longer than we are patient. */
  let late = 0
  let scheduled = false
  /** How many were calling when the last batch had ended, its own included. */
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
    // After the I/O of this tick: requests that came in one packet of events share a batch.
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
