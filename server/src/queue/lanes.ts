import { BoundedMap } from '#base/bounded-map.ts'
import type { Lane } from './lane.ts'

/** How much one organisation may put into the fast lane at once, and how much more each second. */
const AT_ONCE = 200
const A_SECOND = 50
/** With more organisations than this, the one that was idle for longest is forgotten, and starts again. */
const MOST_KEPT = 10_000

export interface Lanes {
  laneOf(organisationId: string, weight: number): Lane
}

/**
 * If an organisation has more to do than usual, the excess goes to the slow lane and waits there; the jobs of other
 * organisations overtake it. The excess uses up what comes back meanwhile: in a flood that does not end, all of it is slow, and the
 * slow lane gives way to others only. Each process counts separately, with a clock that never goes back: a lane decides only
 * what goes first, so an inexact count does no harm.
 */
export function createLanes(now: () => number): Lanes {
  const kept = new BoundedMap<{ room: number; at: number }>(MOST_KEPT)
  return {
    laneOf(organisationId, weight) {
      const at = now()
      const before = kept.get(organisationId) ?? { room: AT_ONCE, at }
      const room = Math.min(AT_ONCE, before.room + ((at - before.at) / 1000) * A_SECOND)
      const fits = weight <= room
      kept.set(organisationId, { room: Math.max(0, room - weight), at })
      return fits ? 'fast' : 'slow'
    },
  }
}
