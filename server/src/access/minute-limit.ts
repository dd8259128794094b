import { LRUCache } from 'lru-cache'

const MINUTE_MS = 60_000

/**
 * Says of each call whether its address has made more than `most` within a minute. Counted by this process alone, since
 * all it protects is what is recorded about the calls.
 */
export function createMinuteLimit(most = 60): (address: string) => boolean {
  const calls = new LRUCache<string, { count: number }>({ max: 10_000, ttl: MINUTE_MS })
  return address => {
    const known = calls.get(address)
    if (known === undefined) calls.set(address, { count: 1 })
    else known.count += 1
    return (known?.count ?? 1) > most
  }
}
