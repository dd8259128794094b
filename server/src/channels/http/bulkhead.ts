/** A slot that can be taken: its key, and how many may be taken at once. */
export type Claim = readonly [key: string, most: number]

export interface Bulkhead {
  /** Takes a slot of every claim, or of none. The returned function releases them. */
  enter(claims: readonly Claim[]): (() => void) | undefined
}

/** Keeps a slow receiver from taking all the calls. There is no queue: a call without a slot is retried later. */
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
