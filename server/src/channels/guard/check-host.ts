import { addressAllowed, canonicalAddress } from './address.ts'
import { forbidden } from './guard.ts'
import type { AddressPolicy } from './policy.ts'

/** Names of this machine, its network and its cloud. Their addresses are refused too; this says so when saving. */
const innerNames =
  /(^|\.)(localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa|onion)$|^(metadata|instance-data)$/

/**
 * What is wrong with a host, as a sentence, or undefined. The host is written as `URL` writes it: lower case,
 * punycode, addresses in their one spelling. Only names can be judged here; their addresses are when connecting.
 */
export function hostFault(hostname: string, policy: AddressPolicy): string | undefined {
  const host = plainHost(hostname)
  if (canonicalAddress(host) !== undefined) {
    return addressAllowed(host, policy) ? undefined : forbidden(host)
  }
  if (!/^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(host) || host.length > 253)
    return `${host} is not the name of a host.`
  if (policy.allowPrivate.length > 0) return undefined
  // A name without a dot is one of the local network.
  return !host.includes('.') || innerNames.test(host) ? forbidden(host) : undefined
}

/** Without the brackets of IPv6, and without the dot that may end a full name. */
export function plainHost(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
}

/** A host as `URL` would write it, so that everything that takes a host understands the same by it. */
export function readHost(text: string): string | undefined {
  if (!/^[^\s\p{Cc}/\\?#@%]+$/u.test(text)) return undefined
  const address = `http://${text.includes(':') && !text.startsWith('[') ? `[${text}]` : text}/`
  const url = URL.canParse(address) ? new URL(address) : undefined
  return url === undefined || url.port !== '' ? undefined : url.hostname
}
