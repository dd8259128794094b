import { afterIo } from './after-io.ts'
import { type Admission, givesUpAfterMs, Overloaded, prompt, silenceMs } from './overloaded.ts'
import { createServiceTime } from './service-time.ts'

/**
 * Collects the requests of concurrent callers into batches, without a delay: a batch has what arrived while the
 * previous one was running. An idle batcher starts at once, so a single caller never waits.
 *
 * A large batch leaves some of the callers for the next. If it took all of them, this process would have nothing to
 * do during the commit, and the database nothing while all callers are answered: callers that call again after each
 * answer would stay in step. So the two halves of the callers take turns, and a second batch joins the first only
 * when the first takes long, as it does on a slow disk. Few callers are worth no wait: if it is said how many those are,
 * they do not wait for each other. A batch starts after its items arrived, so what it reads is never older than the call.
 */
export interface Batcher<Item, Result> {
  /** Rejects at once with `Overloaded` when too many are waiting already, or its batch would begin too late. */
  add(item: Item): Promise<Result>
  /** Why an item that came now would be rejected; undefined: it would be taken. */
  refusal(): Overloaded | undefined
  readonly waiting: number
}

const MOST_UNDER_WAY = 2
/** Of all callers. Somewhat more than half, because they do not return evenly. */
const PART_IN_A_BATCH = 0.6
/** Splitting fewer than this costs more than it gains. */
const SMALL = 16
/** A batch of events takes 3 to 6 ms on a fast disk. */
const PATIENCE_MS = 10

export interface BatcherOptions<Item, Result> {
  /** One result for each item, in order. A rejection applies to all of them. */
  run(items: Item[]): Promise<Result[]>
  most: number
  longestQueue: number
  /** So many callers do not wait for each other's batch. None, if nothing is said. */
  few?: number
  patienceMs?: number
  admission?: Admission
}

interface Waiting<Item, Result> {
  item: Item
  since: number
  resolve(result: Result): void
  reject(error: unknown): void
}

export function createBatcher<Item, Result>(options: BatcherOptions<Item, Result>): Batcher<Item, Result> {
  let queue: Waiting<Item, Result>[] = []
  let underWay = 0
  /** Items of the batches under way. */
  let taken = 0
  /** For each batch that has not taken longer than PATIENCE_MS yet: when that is over, and what happens then. */
  const inTime = new Set<{ readonly until: number; runsOut(): void }>()
  let scheduled = false
  /** How many callers there were when the last batch ended, including its own. */
  let lastCalling = 0

  const service = createServiceTime(() => performance.now())
  const { few = 0, patienceMs = PATIENCE_MS, admission = prompt } = options
  /** Whether it is looked again at what waits. */
  let watching = false

  const sizeOfNext = () => {
    const calling = Math.max(queue.length, lastCalling)
    return Math.min(options.most, Math.max(SMALL, Math.ceil(calling * PART_IN_A_BATCH)))
  }
  const isFull = () => taken + queue.length > few && (inTime.size > 0 || underWay >= MOST_UNDER_WAY)

  /** How long someone who came now would wait for their batch to begin. */
  function expectedWaitMs(): number {
    const silent = silenceMs(admission)
    if (silent > 0) return silent
    if (queue.length === 0 && !isFull()) return 0
    const usual = service.usual()
    const atATime = usual > patienceMs ? MOST_UNDER_WAY : 1
    return service.untilNextEnds() + (Math.floor(queue.length / sizeOfNext()) * usual) / atATime
  }

  /** When batches get stuck, what waits for the next one is not left to wait with them. */
  function giveUpLater(): void {
    if (watching || queue[0] === undefined) return
    watching = true
    const longestMs = givesUpAfterMs(admission)
    const giveUp = () => {
      watching = false
      const arrivedBefore = performance.now() - longestMs
      const stuck = queue.findIndex(({ since }) => since > arrivedBefore)
      const given = queue.splice(0, stuck === -1 ? queue.length : stuck)
      for (const { reject } of given) reject(new Overloaded(longestMs))
      giveUpLater()
    }
    setTimeout(giveUp, Math.max(1, queue[0].since + longestMs - performance.now()))
  }

  function take(): Waiting<Item, Result>[] {
    const size = sizeOfNext()
    const batch = queue.slice(0, size)
    queue = queue.slice(size)
    return batch
  }

  function schedule(): void {
    if (scheduled || queue.length === 0 || isFull()) return
    scheduled = true
    // Requests that arrived in the same turn of the event loop share a batch.
    afterIo.add(() => {
      scheduled = false
      void runOne()
    })
  }

  async function runOne(): Promise<void> {
    const batch = take()
    const end = service.begin()
    underWay += 1
    taken += batch.length
    const patience = {
      until: performance.now() + patienceMs,
      runsOut() {
        inTime.delete(patience)
        schedule()
      },
    }
    inTime.add(patience)
    const timer = setTimeout(patience.runsOut, patienceMs)
    try {
      const results = await options.run(batch.map(waiting => waiting.item))
      for (const [index, waiting] of batch.entries()) waiting.resolve(results[index] as Result)
    } catch (error) {
      for (const waiting of batch) waiting.reject(error)
    } finally {
      clearTimeout(timer)
      inTime.delete(patience)
      end()
      underWay -= 1
      taken -= batch.length
      lastCalling = batch.length + queue.length
      schedule()
    }
  }

  function refusalOf(expected: number): Overloaded | undefined {
    const isTooLate = expected > admission.longestWaitMs || queue.length >= options.longestQueue
    return isTooLate ? new Overloaded(expected) : undefined
  }

  /** What is expected of someone who only asks, worked out once in a millisecond: a crowd asks more often. */
  let asked = { at: Number.NEGATIVE_INFINITY, expected: 0 }

  function refusal(): Overloaded | undefined {
    const now = performance.now()
    if (now - asked.at >= 1) {
      // In a turn that does not end, no timer has its turn.
      afterIo.comeBy()
      for (const { until, runsOut } of inTime) if (now > until) runsOut()
      asked = { at: now, expected: expectedWaitMs() }
    }
    return refusalOf(asked.expected)
  }

  return {
    refusal,
    add(item) {
      const refused = refusalOf(expectedWaitMs())
      if (refused !== undefined) return Promise.reject(refused)
      return new Promise((resolve, reject) => {
        queue.push({ item, since: performance.now(), resolve, reject })
        schedule()
        if (isFull()) giveUpLater()
      })
    },
    get waiting() {
      return queue.length
    },
  }
}
