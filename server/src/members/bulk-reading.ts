/**
 * Notices members who page through many guests. Each process counts for itself, for an hour from the first page: it is
 * a note for the audit log and no limit.
 */
export interface BulkReading {
  /** Adds guests that a member was shown; returns the sum when it is time to note it. */
  shown(member: string, guests: number): number | undefined
}

/** Looking for someone takes a page or two. */
export const NOTED_FROM = 500
const WINDOW_MS = 3_600_000
const MOST_MEMBERS = 10_000

export function createBulkReading(clock: () => number = () => performance.now()): BulkReading {
  const known = new Map<string, { since: number; guests: number; noted: boolean }>()
  return {
    shown(member, guests) {
      const found = known.get(member)
      const reading =
        found === undefined || clock() - found.since > WINDOW_MS
          ? { since: clock(), guests: 0, noted: false }
          : found
      if (found === undefined && known.size >= MOST_MEMBERS) known.clear()
      known.set(member, reading)
      reading.guests += guests
      if (reading.noted || reading.guests < NOTED_FROM) return undefined
      reading.noted = true
      return reading.guests
    },
  }
}
