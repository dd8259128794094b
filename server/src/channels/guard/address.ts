import ipaddr from 'ipaddr.js'
import type { AddressPolicy } from './policy.ts'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/**
 * Whether we may connect to an address: it is public, or the operator has allowed it. No address in IANA's
 * special-purpose registries is public, and neither is an IPv6 address with an IPv4 address inside (6to4, Teredo,
 * NAT64): a gateway would translate it.
 */
export function addressAllowed(text: string, policy: AddressPolicy): boolean {
  const address = parseAddress(text)
  if (address === undefined) return false
  return isPublic(address) || policy.allowPrivate.some(range => within(address, range))
}

/**
 * The canonical form of an address, or undefined when the text is not an address. An IPv4 address written as IPv6 is
 * IPv4.
 */
export function canonicalAddress(text: string): string | undefined {
  return parseAddress(text)?.toString()
}

function parseAddress(text: string): Address | undefined {
  // Only the canonical forms: the URL parser has already normalised the others that ipaddr.js understands (octal,
  // hexadecimal), and they come from no other known place. A zone (%) belongs to a link and is never public.
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text)
  if (!ipaddr.IPv6.isValid(text) || text.includes('%')) return undefined
  const address = ipaddr.IPv6.parse(text)
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address
}

/** Looks public but is not: inside Azure it is the host's own service for its machines. */
const azureHost = '168.63.129.16'

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast' || address.toString() === azureHost) return false
  // Nothing outside of 2000::/3 is allocated, even if the table of special ranges does not list it yet.
  return address.kind() === 'ipv4' || ((address as ipaddr.IPv6).parts[0] as number) >> 13 === 1
}

function within(address: Address, range: string): boolean {
  const [base, bits] = range.includes('/')
    ? ipaddr.parseCIDR(range)
    : [ipaddr.parse(range), range.includes(':') ? 128 : 32]
  return base.kind() === address.kind() && address.match(base, bits)
}
