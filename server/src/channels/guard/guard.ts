import { addressAllowed, canonicalAddress } from './address.ts'
import type { AddressPolicy } from './policy.ts'
import { type Resolve, resolveName } from './resolve.ts'

/** Checks host names from outside before we connect to them. */
export interface AddressGuard {
  readonly policy: AddressPolicy
  /**
   * The addresses of a host, all of them allowed. The connection goes to these addresses: a name is resolved once, so
   * that it cannot change between the check and the connection.
   */
  addressesOf(host: string, signal: AbortSignal): Promise<readonly string[]>
  allows(address: string): boolean
}

export class ForbiddenAddress extends Error {
  override name = 'ForbiddenAddress'
}

export class UnknownHost extends Error {
  override name = 'UnknownHost'
}

export function createGuard(policy: AddressPolicy, resolve: Resolve = resolveName): AddressGuard {
  const allows = (address: string) => addressAllowed(address, policy)
  return {
    policy,
    allows,
    async addressesOf(host, signal) {
      const literal = canonicalAddress(host)
      const addresses = literal === undefined ? await lookUp(host, signal) : [literal]
      // One forbidden address forbids the name: a mix of public and private addresses suggests an attack.
      if (!addresses.every(allows)) throw new ForbiddenAddress(forbidden(host))
      return addresses
    },
  }

  async function lookUp(host: string, signal: AbortSignal): Promise<string[]> {
    let addresses: string[]
    try {
      addresses = await resolve(host, policy, signal)
    } catch {
      signal.throwIfAborted()
      addresses = []
    }
    if (addresses.length === 0) throw new UnknownHost(`The name ${host} has no address.`)
    return addresses
  }
}

export const forbidden = (host: string) =>
  `${host} is not on the public internet. The operator can allow it with MILLRACE_ALLOW_PRIVATE_ADDRESSES.`
