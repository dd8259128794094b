import { addressAllowed, canonicalAddress } from './address.ts'
import { forbidden } from './guard.ts'
import type { AddressPolicy } from './policy.ts'

/**
 * Names of this machine, its network and its cloud. Their addresses are refused too; this check reports it when
 * saving.
 */
const innerNames =
  /(^|\.)(localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa|onion)$|^(metadata|instance-data)$/

/**
 * What is wrong with a host, as a sentence, or undefined. The host is in the form of `URL`: lower case, punycode,
 * canonical addresses. Only names are checked here; their addresses are checked when connecting.
 */
export function hostFault(hostname: string, policy: AddressPolicy): string | undefined {
  const host = plainHost(hostname)
  if (canonicalAddress(host) !== undefined) {
    return addressAllowed(host, policy) ? undefined : forbidden(host)
  }
  if (!/^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(host) || host.length > 253)
    return `${host} is not the name of a host.`
  if (policy.allowPrivate.length > 0) return undefined
  // A name without a dot belongs to the local network.
  return !host.includes('.') || innerNames.test(host) ? forbidden(host) : undefined
}

/** Without the brackets of IPv6, and without the dot that may end a full name. */
export function plainHost(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
}

/** A host in the form of `URL`, so that all code that takes a host understands it the same way. */
export function readHost(text: string): string | undefined {
  if (!/^[^\s\p{Cc}/\\?#@%]+$/u.test(text)) return undefined
  const address = `http://${text.includes(':') && !text.startsWith('[') ? `[${text}]` : text}/`
  const url = URL.canParse(address) ? new URL(address) : undefined
  return url === undefined || url.port !== '' ? undefined : url.hostname
}
