export interface Stillness<Thing> {
  /** The present things that have not changed for the whole time. */
  of(things: readonly Thing[]): Thing[]
}

export interface StillnessOptions<Thing> {
  readonly forMs: number
  /** In milliseconds that never go back. */
  now(): number
  keyOf(thing: Thing): string
  /** Any difference between two checks is a change. */
  stateOf(thing: Thing): string
}

/** Remembers since when each thing has been seen in the same state, from one check to the next. */
export function createStillness<Thing>(options: StillnessOptions<Thing>): Stillness<Thing> {
  const { forMs, now, keyOf, stateOf } = options
  let seen = new Map<string, { readonly state: string; readonly since: number }>()
  return {
    of(things) {
      const at = now()
      const before = seen
      seen = new Map()
      return things.filter(thing => {
        const [key, state] = [keyOf(thing), stateOf(thing)]
        const last = before.get(key)
        const since = last?.state === state ? last.since : at
        seen.set(key, { state, since })
        return at - since >= forMs
      })
    },
  }
}
