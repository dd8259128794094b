import { BoundedMap } from '#base/bounded-map.ts'
import { widerAddress } from './address.ts'

const MINUTE_MS = 60_000

/** Many /64 of IPv6 can be one customer's /56, which has more places, as in `strict-log.ts`. */
const WIDER = 3

/**
 * Says of each call whether its address, or the /56 around it, has made too many within a minute: `most`, or three times as
 * many. Counted by this process alone, since all it protects is what is recorded about the calls.
 */
export function createMinuteLimit(most = 60): (address: string) => boolean {
  const calls = new BoundedMap<{ count: number }>(10_000, { ttl: MINUTE_MS })
  const count = (address: string): number => {
    const known = calls.get(address)
    if (known === undefined) calls.set(address, { count: 1 })
    else known.count += 1
    return known?.count ?? 1
  }
  return address => {
    const wider = widerAddress(address)
    const isMany = wider !== undefined && count(wider) > most * WIDER
    return count(address) > most || isMany
  }
}
