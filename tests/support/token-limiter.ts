import fc from 'fast-check'

/** All times in microseconds, which is how PostgreSQL counts. */
export const SECOND = 1_000_000
export const WINDOW = 60 * SECOND
export const LIMIT = 20

export interface Arrival {
  /** When it truly came. */
  readonly at: number
  /** What the limiter's clock said then. */
  readonly clock: number
}

export interface Verdict {
  readonly admitted: boolean
  readonly remaining: number
  /** How long the limiter said to wait; 0 when admitted. */
  readonly wait: number
}

/** Something that decides about arrivals, in order, beginning from nothing. */
export type Limiter = (arrivals: readonly Arrival[]) => Promise<readonly Verdict[]>

/** Admitted, in true time, within the window that ends with this moment. */
function admittedBefore(arrivals: readonly Arrival[], verdicts: readonly Verdict[], index: number): number[] {
  const { at } = arrivals[index] as Arrival
  return arrivals
    .slice(0, index)
    .filter((arrival, n) => verdicts[n]?.admitted && arrival.at > at - WINDOW)
    .map(arrival => arrival.at)
}

/** What is wrong with the verdicts, in words: burst, unfair, wait or remaining, and when. */
export function faultsOf(arrivals: readonly Arrival[], verdicts: readonly Verdict[]): string[] {
  return verdicts.flatMap(({ admitted, remaining, wait }, index) => {
    const { at } = arrivals[index] as Arrival
    const before = admittedBefore(arrivals, verdicts, index)
    const left = LIMIT - before.length
    const faults: string[] = []
    if (admitted && left <= 0) faults.push(`burst: number ${before.length + 1} within 60 s at ${at}`)
    if (!admitted && left > 0) faults.push(`unfair: refused with ${before.length} within 60 s at ${at}`)
    const rightWait = left > 0 ? 0 : (before.at(-LIMIT) as number) + WINDOW - at
    if (wait !== rightWait) faults.push(`wait: ${wait} instead of ${rightWait} at ${at}`)
    if (remaining !== Math.max(left - 1, 0)) faults.push(`remaining: ${remaining} at ${at}`)
    return faults
  })
}

/** A clock set back may cost someone a minute's wait from then on, but never more, and never lets a burst in. */
export function clockFaultsOf(arrivals: readonly Arrival[], verdicts: readonly Verdict[]): string[] {
  let waitingSince: number | undefined
  return verdicts.flatMap(({ admitted, wait }, index) => {
    const { at, clock } = arrivals[index] as Arrival
    const before = admittedBefore(arrivals, verdicts, index).length
    const setBack = clock < (arrivals[index - 1]?.clock ?? clock)
    if (admitted) waitingSince = undefined
    else if (waitingSince === undefined || setBack) waitingSince = at
    const waited = at - (waitingSince ?? at)
    const faults: string[] = []
    if (admitted && before >= LIMIT) faults.push(`burst: number ${before + 1} within 60 s at ${at}`)
    if (waited >= WINDOW) faults.push(`lock: refused for ${waited / SECOND} s`)
    if (wait > WINDOW) faults.push(`wait: asked to wait for ${wait / SECOND} s`)
    return faults
  })
}

/** Crowds, trickles, and steps to just before, on and after the edges of seconds and of the window. */
const gap = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(0, 1) },
  { weight: 4, arbitrary: fc.nat(50_000) },
  { weight: 4, arbitrary: fc.nat(5 * SECOND) },
  { weight: 2, arbitrary: fc.integer({ min: WINDOW - 2, max: WINDOW + 2 }) },
  { weight: 1, arbitrary: fc.integer({ min: WINDOW / 2, max: 2 * WINDOW }) },
)
const crowd = fc
  .tuple(gap, fc.integer({ min: 1, max: 25 }))
  .map(([first, size]) => [first, ...Array(size - 1).fill(0)])

/** A clock that runs as it should. */
export const arrivals: fc.Arbitrary<Arrival[]> = fc
  .array(
    fc.oneof(
      gap.map(one => [one]),
      crowd,
    ),
    { minLength: 1, maxLength: 40 },
  )
  .map(gaps => {
    let at = 0
    return gaps.flat().map((step: number) => {
      at += step
      return { at, clock: at }
    })
  })

/** A clock that is set back once, by up to an hour, mostly when there is no room left; then someone keeps asking. */
export const arrivalsWithClockSetBack: fc.Arbitrary<Arrival[]> = fc
  .record({
    before: fc.array(fc.nat(3 * SECOND), { minLength: 15, maxLength: 40 }),
    after: fc.array(fc.nat(4 * SECOND), { minLength: 80, maxLength: 80 }),
    setBack: fc.oneof(fc.nat(2 * WINDOW), fc.constant(3_600 * SECOND)),
  })
  .map(({ before, after, setBack }) => {
    let at = 0
    return [...before, ...after].map((step, index) => {
      at += step
      return { at, clock: index < before.length ? at : at - setBack }
    })
  })
