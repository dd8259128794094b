import { Resolver } from 'node:dns/promises'

/** The TXT records of a name, each in one piece; undefined when no name server could say. */
export type DnsTexts = (name: string) => Promise<readonly string[] | undefined>

const TIMEOUT_MS = 2_000

/** `servers` are asked instead of the system's: inside a company's network, these may know other records. */
export function createDnsTexts(servers: readonly string[]): DnsTexts {
  return async name => {
    // A new resolver each time: it reads the system's list of servers again.
    const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 2 })
    if (servers.length > 0) resolver.setServers(servers)
    try {
      return (await resolver.resolveTxt(name)).map(parts => parts.join(''))
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      return code === 'ENOTFOUND' || code === 'ENODATA' ? [] : undefined
    }
  }
}
