import { ErrorWithoutStack } from './error-without-stack.ts'

/** By what everyone who would wait for the database is judged. */
export interface Admission {
  /** Who would wait for longer is refused, and learns when to come again. */
  readonly longestWaitMs: number
  /** For how long the database has not answered. */
  silentMs(): number
}

/** What a caller still takes for an answer, and not for a fault. */
const LONGEST_WAIT_MS = 1_000
const LONGEST_RETRY_SECONDS = 60

export const prompt: Admission = { longestWaitMs: LONGEST_WAIT_MS, silentMs: () => 0 }

/** What was expected to be served in time and was not: something has got stuck meanwhile. */
export const givesUpAfterMs = ({ longestWaitMs }: Admission): number => 2 * longestWaitMs

/** For how long the database has been silent; 0 while it may only be busy. */
export function silenceMs(admission: Admission): number {
  const silent = admission.silentMs()
  return silent > givesUpAfterMs(admission) ? silent : 0
}

/** There is more to do than can be done in time. Nothing was done. */
export class Overloaded extends ErrorWithoutStack {
  override name = 'Overloaded'
  readonly retryAfterSeconds: number

  /** With the wait that a caller would have had: once it is shorter by what is too long, there is room. */
  constructor(expectedWaitMs = 0) {
    super('There is more to do than can be done in time.')
    const seconds = Math.ceil((expectedWaitMs - LONGEST_WAIT_MS) / 1_000)
    this.retryAfterSeconds = Math.min(LONGEST_RETRY_SECONDS, Math.max(1, seconds))
  }
}
