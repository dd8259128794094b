/**
 * How much one member may ask of the dashboard. Counted in the memory of each process: several processes allow so much
 * each, which is enough against one member who would take everybody's turn. `heavy`: what takes more than a moment.
 */
export interface MemberLimiter {
  /** Undefined: continue, and call `leave` when it is answered. Otherwise the seconds to wait. */
  enter(memberId: string, heavy: boolean): number | undefined
  leave(memberId: string, heavy: boolean): void
}

const WINDOW_MS = 60_000

export const memberLimits = {
  /** Requests a minute: fifty pages, each with all its parts. */
  aMinute: 3_000,
  /** A draft is saved and checked about once a second while someone writes. */
  heavyAMinute: 240,
  /** Each may hold a connection to the database while it waits for its turn. */
  heavyAtOnce: 3,
}

interface Usage {
  begunAt: number
  requests: number
  heavy: number
  underWay: number
}

export function createMemberLimiter(limits = memberLimits, now = () => performance.now()): MemberLimiter {
  const usages = new Map<string, Usage>()
  let sweptAt = now()

  function usageOf(memberId: string): Usage {
    const known = usages.get(memberId)
    if (known === undefined) {
      const fresh = { begunAt: now(), requests: 0, heavy: 0, underWay: 0 }
      usages.set(memberId, fresh)
      return fresh
    }
    if (now() - known.begunAt >= WINDOW_MS) Object.assign(known, { begunAt: now(), requests: 0, heavy: 0 })
    return known
  }

  function sweep(): void {
    if (now() - sweptAt < WINDOW_MS) return
    sweptAt = now()
    for (const [memberId, { begunAt, underWay }] of usages)
      if (underWay === 0 && sweptAt - begunAt >= WINDOW_MS) usages.delete(memberId)
  }

  return {
    enter(memberId, heavy) {
      sweep()
      const usage = usageOf(memberId)
      const left = Math.max(1, Math.ceil((usage.begunAt + WINDOW_MS - now()) / 1_000))
      if (usage.requests >= limits.aMinute) return left
      if (heavy && usage.heavy >= limits.heavyAMinute) return left
      if (heavy && usage.underWay >= limits.heavyAtOnce) return 1
      usage.requests++
      if (heavy) {
        usage.heavy++
        usage.underWay++
      }
      return undefined
    },
    leave(memberId, heavy) {
      const usage = heavy ? usages.get(memberId) : undefined
      if (usage !== undefined) usage.underWay--
    },
  }
}
