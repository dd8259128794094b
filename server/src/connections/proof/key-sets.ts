import { BoundedMap } from '#base/bounded-map.ts'

/** The text of the key set at an address; undefined where it cannot be fetched. */
export type FetchKeySet = (organisationId: string, url: string) => Promise<string | undefined>

/** `again`: not the one from before, unless it was fetched within the last minute. */
export type KeySetAt = (url: string, again: boolean) => Promise<string | undefined>

export const isKeySetAddress = (secret: string): boolean => /^https?:\/\//i.test(secret)

interface Kept {
  readonly text: string | undefined
  readonly fetchedAt: number
  readonly triedAt: number
}

const MINUTE = 60_000
/** How long a key that its owner has withdrawn may still count. */
const FRESH = 10 * MINUTE
/** How long the last one counts while its address does not answer. */
const KEPT = 24 * 60 * MINUTE

/**
 * Key sets by their address, for each process. One is fetched at most once a minute, however many tokens
 * name keys that it does not have: a stranger can make up as many as they like.
 */
export function createKeySets(fetchAt: FetchKeySet, clock: () => number = Date.now) {
  const kept = new BoundedMap<Kept>(1_000)
  const pending = new Map<string, Promise<Kept>>()

  async function refresh(key: string, organisationId: string, url: string, before: Kept | undefined) {
    const text = await fetchAt(organisationId, url)
    const triedAt = clock()
    const after =
      text === undefined && before !== undefined && triedAt - before.fetchedAt < KEPT
        ? { ...before, triedAt }
        : { text, fetchedAt: triedAt, triedAt }
    kept.set(key, after)
    return after
  }

  return (organisationId: string): KeySetAt =>
    async (url, again) => {
      const key = `${organisationId} ${url}`
      const before = kept.get(key)
      if (before !== undefined) {
        const now = clock()
        const isDue = again || before.text === undefined || now - before.fetchedAt > FRESH
        if (!isDue || now - before.triedAt < MINUTE) return before.text
      }
      const running = pending.get(key) ?? refresh(key, organisationId, url, before)
      pending.set(key, running)
      try {
        return (await running).text
      } finally {
        pending.delete(key)
      }
    }
}
