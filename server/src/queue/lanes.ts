import { LRUCache } from 'lru-cache'
import type { Lane } from './lane.ts'

/** What one organisation may put into the fast lane at once, and how much more each second. */
const AT_ONCE = 200
const A_SECOND = 50
/** Beyond this many organisations the one that was idle for longest is forgotten, and begins anew. */
const MOST_KEPT = 10_000

export interface Lanes {
  laneOf(organisationId: string, weight: number): Lane
}

/**
 * An organisation that has more to do than usual gets into the slow lane with what is beyond, and waits for itself:
 * everybody else goes past. Counted in each process by itself, in milliseconds that never go back: a lane is a matter of
 * who is first, not of what is right.
 */
export function createLanes(now: () => number): Lanes {
  const kept = new LRUCache<string, { room: number; at: number }>({ max: MOST_KEPT })
  return {
    laneOf(organisationId, weight) {
      const at = now()
      const before = kept.get(organisationId) ?? { room: AT_ONCE, at }
      const room = Math.min(AT_ONCE, before.room + ((at - before.at) / 1000) * A_SECOND)
      const fits = weight <= room
      kept.set(organisationId, { room: fits ? room - weight : room, at })
      return fits ? 'fast' : 'slow'
    },
  }
}
