import { type Admission, givesUpAfterMs, Overloaded, silenceMs } from './overloaded.ts'
import { createServiceTime } from './service-time.ts'

/**
 * Lets a number of callers in at a time. The others wait, each group in its own queue, and the groups take turns: one that has two
 * hundred waiting takes no more turns than one that has two. Who would wait too long is refused at once; who waits, and would have to for
 * too long from now, because it has become slower since, is refused then.
 */
export interface Gate {
  /** Resolves with what the caller calls at the end. Throws `Overloaded`. */
  enter(group: string): Promise<() => void>
  /** Someone is on the way, and counts as waiting until they are here. Returns what is called when they have come or will not. */
  announce(group: string): () => void
  /** How long a caller of this group would wait now. */
  expectedWaitMs(group: string): number
}

export interface GateOptions {
  readonly most: number
  now(): number
  readonly admission: Admission
}

interface Waiting {
  readonly since: number
  letIn(): void
  refuse(error: Overloaded): void
}

/** How often it is looked whether those who wait can still be served in time. */
const LOOK_EVERY_MS = 100

export function createGate(options: GateOptions): Gate {
  const { most, now, admission } = options
  const service = createServiceTime(now)
  /** Groups in the order of their turns; each has someone waiting. */
  const queues = new Map<string, Waiting[]>()
  const announced = createCounts()
  const served = createCounts()
  /** Groups that have come. One that never did may not need what is behind the gate. */
  const comes = new Set<string>()
  let inside = 0
  let looking = false

  const waitingOf = (group: string) => queues.get(group)?.length ?? 0

  /** With so many of the same group before them. */
  function waitBehindMs(group: string, own: number): number {
    let before = own
    for (const [other, queue] of queues) if (other !== group) before += Math.min(queue.length, own + 1)
    return service.untilNextEnds() + (before * service.usual()) / most
  }

  function expectedWaitMs(group: string): number {
    if (!comes.has(group)) return 0
    const silent = silenceMs(admission)
    if (silent > 0) return silent
    const before = Math.max(waitingOf(group), announced.of(group) - served.of(group))
    if (queues.size === 0 && inside + before < most) return 0
    return waitBehindMs(group, before)
  }

  function begin(group: string): () => void {
    const end = service.begin()
    served.add(group, 1)
    let ended = false
    return () => {
      if (ended) return
      ended = true
      end()
      served.add(group, -1)
      const [next] = queues
      if (next === undefined) inside -= 1
      else letFirstIn(...next)
    }
  }

  function letFirstIn(group: string, queue: Waiting[]): void {
    const first = queue.shift() as Waiting
    queues.delete(group)
    if (queue.length > 0) queues.set(group, queue)
    first.letIn()
  }

  function wait(group: string): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const queue = queues.get(group) ?? []
      queue.push({ since: now(), letIn: () => resolve(begin(group)), refuse: reject })
      queues.set(group, queue)
      lookLater()
    })
  }

  function lookLater(): void {
    if (looking || queues.size === 0) return
    looking = true
    setTimeout(() => {
      looking = false
      for (const [group, queue] of [...queues]) refuseLate(group, queue)
      lookLater()
    }, LOOK_EVERY_MS)
  }

  /** From the end: each one that is refused makes the wait of the others shorter. */
  function refuseLate(group: string, queue: Waiting[]): void {
    for (let index = queue.length - 1; index >= 0; index -= 1) {
      const waiting = queue[index] as Waiting
      const leftMs = waitBehindMs(group, index)
      if (leftMs <= admission.longestWaitMs && now() - waiting.since < givesUpAfterMs(admission)) continue
      queue.splice(index, 1)
      waiting.refuse(new Overloaded(leftMs))
    }
    if (queue.length === 0) queues.delete(group)
  }

  return {
    expectedWaitMs,
    announce(group) {
      announced.add(group, 1)
      return () => announced.add(group, -1)
    },
    async enter(group) {
      comes.add(group)
      const silent = silenceMs(admission)
      if (silent > 0) throw new Overloaded(silent)
      if (inside < most) {
        inside += 1
        return begin(group)
      }
      const expected = waitBehindMs(group, waitingOf(group))
      if (expected > admission.longestWaitMs) throw new Overloaded(expected)
      return wait(group)
    },
  }
}

function createCounts() {
  const counts = new Map<string, number>()
  const of = (group: string) => counts.get(group) ?? 0
  return {
    of,
    add(group: string, change: 1 | -1) {
      const count = of(group) + change
      if (count === 0) counts.delete(group)
      else counts.set(group, count)
    },
  }
}
