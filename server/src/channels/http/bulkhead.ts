/** A place that may be held: which one, and how many may hold it at once. */
export type Claim = readonly [key: string, most: number]

export interface Bulkhead {
  /** Takes a place of every claim, or of none. What it returns gives them back. */
  enter(claims: readonly Claim[]): (() => void) | undefined
}

/** Keeps a slow receiver from taking up all the calls: nobody queues, whoever finds no place comes again later. */
export function createBulkhead(): Bulkhead {
  const held = new Map<string, number>()
  return {
    enter(claims) {
      if (claims.some(([key, most]) => (held.get(key) ?? 0) >= most)) return undefined
      for (const [key] of claims) held.set(key, (held.get(key) ?? 0) + 1)
      return () => {
        for (const [key] of claims) {
          const left = (held.get(key) ?? 0) - 1
          if (left > 0) held.set(key, left)
          else held.delete(key)
        }
      }
    },
  }
}
