/** Clocks of machines that keep time differ by less, and so does a statement that waited for a connection. */
const TOLERANCE_MS = 10_000
/** A clock that has jumped is believed when it has kept its new time for this long: longer than any lease of a sender. */
const SETTLED_AFTER_MS = 30_000

/** An answer to the question for the database's time; the first two by the monotonic clock of this process. */
export interface ClockAnswer {
  readonly askedAt: number
  readonly answeredAt: number
  readonly said: number
}

export interface BelievedTime {
  /** What the database's clock should say at this moment; null before it was asked. */
  now(): Date | null
  /** The same for a statement that claims, see `clockHolds`; while the clock is not settled, a time that it never says. */
  forClaims(): Date | null
  /** Returns whether the clock had jumped, and is settled with this answer. */
  take(answer: ClockAnswer): boolean
  /** As before the first answer: a clock that is no longer asked is not believed for ever. */
  forget(): void
}

const NEVER = new Date(0)

/**
 * What the database's clock should say, counted by the clock of this process that never goes back.
 *
 * The clock is **settled** until an answer differs: then it has jumped. It may be back in a moment, or stay; each time that it
 * jumps, also back, half a minute begins in which nothing is claimed. By the end of it, every process that lives has extended
 * its leases by the clock as it is now. Then the clock is settled again, and what it says is believed.
 */
export function createBelievedTime(monotonicMs: () => number): BelievedTime {
  let origin: number | undefined
  let jumped: { origin: number; readonly since: number } | undefined
  const now = () => (origin === undefined ? null : new Date(origin + monotonicMs()))
  return {
    now,
    forClaims: () => (jumped === undefined ? now() : NEVER),
    take({ askedAt, answeredAt, said }) {
      const answered = said - (askedAt + answeredAt) / 2
      const agrees = (other: number) =>
        Math.abs(answered - other) <= TOLERANCE_MS + (answeredAt - askedAt) / 2
      if (origin === undefined || (jumped === undefined && agrees(origin))) {
        origin = answered
        return false
      }
      if (jumped !== undefined && agrees(jumped.origin)) jumped.origin = answered
      else jumped = { origin: answered, since: askedAt }
      if (answeredAt - jumped.since < SETTLED_AFTER_MS) return false
      origin = answered
      jumped = undefined
      return true
    },
    forget() {
      origin = undefined
      jumped = undefined
    },
  }
}

/** Of this process, which has one database. See match-clock.ts. */
export const believedTime = createBelievedTime(() => performance.now())

/**
 * For statements that claim what is due: whether the database's clock says what this process believes, which is the parameter. A
 * clock that has jumped ahead would make everything due that waits, and every lease seem over. `null` believes any clock.
 */
export const clockHolds = (parameter: `$${number}`): string => {
  const [believed, tolerance] = [`${parameter}::timestamptz`, `interval '${TOLERANCE_MS} milliseconds'`]
  return `(${believed} IS NULL OR now() BETWEEN ${believed} - ${tolerance} AND ${believed} + ${tolerance})`
}

/** The time that a new due time is counted from: what the database says, unless its clock has jumped. */
export function plausible(said: Date, believed: Date | null = believedTime.now()): Date {
  if (believed === null || Math.abs(said.getTime() - believed.getTime()) <= TOLERANCE_MS) return said
  return believed
}
