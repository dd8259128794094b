/** Of each new time in the average: it follows a change within about ten. */
const WEIGHT = 0.2

/** How long something takes, by what has ended lately and by what has not ended yet. */
export interface ServiceTime {
  /** Returns what is called at its end. */
  begin(): () => void
  /** In milliseconds. What is under way counts when it takes longer than what has ended did. */
  usual(): number
  /**
   * In how many milliseconds the next one probably ends; 0 when none is under way. One that takes longer than usual is expected to be
   * late by as much again: so when nothing ends, that is noticed.
   */
  untilNextEnds(): number
}

export function createServiceTime(now: () => number): ServiceTime {
  const underWay = new Set<{ readonly since: number }>()
  let average = 0

  const ages = () => [...underWay].map(({ since }) => now() - since).sort((a, b) => a - b)
  // The middle one: a single statement that takes long says nothing about the others.
  const middle = () => ages()[Math.floor((underWay.size - 1) / 2)] ?? 0
  const usual = () => Math.max(average, middle())

  return {
    begin() {
      const one = { since: now() }
      underWay.add(one)
      return () => {
        if (!underWay.delete(one)) return
        const took = now() - one.since
        average = average === 0 ? took : average + WEIGHT * (took - average)
      }
    },
    usual,
    untilNextEnds() {
      if (underWay.size === 0) return 0
      return Math.min(...ages().map(age => Math.abs(average - age)))
    },
  }
}
