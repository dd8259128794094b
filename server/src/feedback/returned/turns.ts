/** Work in turns, so that a thousand e-mails at once leave the database to others. */
export interface Turns {
  /** Whether one more may come in this minute. It counts as come. */
  isFree(): boolean
  take<T>(work: () => Promise<T>): Promise<T>
  /** When all that was taken has ended. */
  ended(): Promise<unknown>
}

const MINUTE_MS = 60_000

export function createTurns({
  atOnce,
  mostAMinute,
  now,
}: {
  readonly atOnce: number
  readonly mostAMinute: number
  now(): number
}): Turns {
  const lanes: Promise<unknown>[] = Array.from({ length: atOnce }, () => Promise.resolve())
  let taken = 0
  let minute = { since: now(), come: 0 }
  return {
    isFree() {
      if (now() - minute.since >= MINUTE_MS) minute = { since: now(), come: 0 }
      minute.come += 1
      return minute.come <= mostAMinute
    },
    take(work) {
      const lane = taken % atOnce
      taken += 1
      const done = (lanes[lane] as Promise<unknown>).then(work)
      lanes[lane] = done.catch(() => {})
      return done
    },
    ended: () => Promise.all(lanes),
  }
}
