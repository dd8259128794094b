import { BoundedMap } from '#base/bounded-map.ts'

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

/** Members who ask at the same time, with plenty to spare: the one who has asked for nothing for longest is forgotten. */
const MOST_KNOWN = 10_000

export function createMemberLimiter(limits = memberLimits, now = () => performance.now()): MemberLimiter {
  const usages = new BoundedMap<Usage>(MOST_KNOWN)

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

  return {
    enter(memberId, heavy) {
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
