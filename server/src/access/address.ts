import { isIPv4, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * The name of a caller for a limiter. An IPv4 address written as IPv6 is the same caller. An IPv6 caller can send
 * from a whole /64, so the /64 counts. Some proxies append the caller's port, which changes with every connection.
 * Everything that is not an address is one caller: a name that callers choose would be a way around the limit.
 */
export function limiterAddress(ip: string): string {
  const plain = ip.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1')
  if (isIPv4(plain)) return plain
  if (!isIPv6(plain)) return 'unknown'
  const address = ipaddr.process(plain.replace(/%.*$/, ''))
  if (address.kind() === 'ipv4') return address.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/64`).toString()}/64`
}

/**
 * The /56 around the /64 of an IPv6 caller, as providers delegate it: 256 of these /64 can be one customer. undefined
 * for everything else. As a /56 can also be many customers of a host, it has more places than a /64.
 */
export function widerAddress(address: string): string | undefined {
  return address.endsWith('/64')
    ? `${ipaddr.IPv6.networkAddressFromCIDR(address.replace(/64$/, '56')).toString()}/56`
    : undefined
}
