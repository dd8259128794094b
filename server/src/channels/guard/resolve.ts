import { lookup, Resolver } from 'node:dns/promises'
import type { AddressPolicy } from './policy.ts'

/** Every address of a name, IPv4 and IPv6. */
export type Resolve = (name: string, policy: AddressPolicy, signal: AbortSignal) => Promise<string[]>

/**
 * Asks the name servers directly. The system's own lookup blocks one of the few threads of the process until it is
 * done, so a name whose servers hang would delay everything else. But it also reads the hosts file and search
 * domains, which receivers on an intranet may need. So it is asked second, and only where private addresses are
 * allowed at all.
 */
export const resolveName: Resolve = askServers([])

export function askServers(servers: readonly string[]): Resolve {
  return async (name, policy, signal) => {
    signal.throwIfAborted()
    // A new resolver each time: it reads the list of servers again, and can be cancelled separately.
    const resolver = new Resolver({ timeout: 2_000, tries: 2 })
    if (servers.length > 0) resolver.setServers(servers)
    const cancel = () => resolver.cancel()
    signal.addEventListener('abort', cancel, { once: true })
    try {
      const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
      const addresses = answers.flatMap(answer => (answer.status === 'fulfilled' ? answer.value : []))
      if (addresses.length > 0 || policy.allowPrivate.length === 0) return addresses
    } finally {
      signal.removeEventListener('abort', cancel)
    }
    signal.throwIfAborted()
    return (await lookup(name, { all: true })).map(({ address }) => address)
  }
}
