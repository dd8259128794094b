import { everyScope, type Scope } from '@millrace/contract/scope'
import ipaddr from 'ipaddr.js'

/** What a key may do and where it may be used. null: no limit. */
export interface KeyLimits {
  readonly scopes: readonly Scope[] | null
  readonly serials: readonly string[] | null
  readonly sources: readonly string[] | null
  readonly addresses: readonly string[] | null
}

/** Asked for by an operation that names no scope: everything. */
export function grants({ scopes }: Pick<KeyLimits, 'scopes'>, needed: Scope | undefined): boolean {
  return scopes === null || (needed !== undefined && scopes.includes(needed))
}

/** A scope may be asked for as everything that the key has, or by exactly its names. */
export function mayAskFor({ scopes }: Pick<KeyLimits, 'scopes'>, asked: string): boolean {
  if (asked === everyScope) return true
  if (scopes === null) return false
  const names = new Set(asked.split(' '))
  return names.size === scopes.length && scopes.every(scope => names.has(scope))
}

export function allowsAddress({ addresses }: Pick<KeyLimits, 'addresses'>, ip: string): boolean {
  if (addresses === null) return true
  if (!ipaddr.isValid(ip)) return false
  const caller = ipaddr.process(ip)
  return addresses.some(range => {
    const [network, bits] = rangeOf(range)
    return network.kind() === caller.kind() && caller.match(network, bits)
  })
}

/** As it is written in a key: an address, or the first address of a range with its length. */
export const isAddressRange = (text: string): boolean =>
  ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text) || isRange(text)

const isRange = (text: string) => /^[\da-f.:]+\/\d{1,3}$/i.test(text) && ipaddr.isValidCIDR(text)

/** An IPv4 address that is written as IPv6 is the same address. */
function rangeOf(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const [network, bits] = isRange(text) ? ipaddr.parseCIDR(text) : [ipaddr.parse(text), undefined]
  if (network instanceof ipaddr.IPv6 && network.isIPv4MappedAddress()) {
    return [network.toIPv4Address(), Math.max(0, (bits ?? 128) - 96)]
  }
  return [network, bits ?? (network.kind() === 'ipv4' ? 32 : 128)]
}
