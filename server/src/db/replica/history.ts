import { hasReached, type Position } from './position.ts'

/** Where the primary was, by its clock. */
export interface Sample {
  readonly at: Date
  readonly position: Position
}

export interface History {
  add(sample: Sample): void
  /** The last time at which the primary had nothing that a server at this position does not have; undefined: before all that is known. */
  asOf(position: Position): Date | undefined
}

/**
 * Where the primary was in the last minutes. The time of the last transaction that a replica has replayed does not say how old its state
 * is: while nobody writes, it is old on a replica that has everything.
 */
export function createHistory(longestMs: number): History {
  let samples: Sample[] = []
  return {
    add(sample) {
      const oldest = sample.at.getTime() - longestMs
      // A clock that was set back would make what came before it the newest.
      samples = samples.filter(({ at }) => at.getTime() >= oldest && at <= sample.at)
      samples.push(sample)
    },
    asOf: position => samples.findLast(sample => hasReached(position, sample.position))?.at,
  }
}
