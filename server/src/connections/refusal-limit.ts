import { LRUCache } from 'lru-cache'

const MOST_A_MINUTE = 60
const MINUTE_MS = 60_000

/**
 * How often an address may be refused: what proves its origin is never held up. Counted by this process alone, since all
 * it protects is the counting.
 */
export function createRefusalLimit(): (address: string) => boolean {
  const refused = new LRUCache<string, { count: number }>({ max: 10_000, ttl: MINUTE_MS })
  return address => {
    const known = refused.get(address)
    if (known === undefined) refused.set(address, { count: 1 })
    else known.count += 1
    return (known?.count ?? 1) > MOST_A_MINUTE
  }
}
