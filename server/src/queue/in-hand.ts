import type { Claim } from './queue.ts'

/** The claims that this process has. */
export interface InHand {
  hold(claims: readonly Claim[], work: () => Promise<void>): Promise<void>
  /** The claims that have been held for at least the first time and at most the second. */
  heldFor(atLeastMs: number, atMostMs: number): Claim[]
}

export function createInHand(now: () => number): InHand {
  const batches = new Set<{ readonly claims: readonly Claim[]; readonly since: number }>()
  return {
    async hold(claims, work) {
      const batch = { claims, since: now() }
      batches.add(batch)
      try {
        await work()
      } finally {
        batches.delete(batch)
      }
    },
    heldFor(atLeastMs, atMostMs) {
      return [...batches].flatMap(({ claims, since }) => {
        const heldMs = now() - since
        return heldMs >= atLeastMs && heldMs <= atMostMs ? claims : []
      })
    },
  }
}
