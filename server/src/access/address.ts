import { isIPv4, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * What a limiter calls one caller. An IPv4 address written as IPv6 is the same caller; an IPv6 caller has a whole
 * /64 to send from, so that is what counts. Some proxies write the caller's port behind the address, and it changes
 * with every connection. Whatever is no address at all is one caller: a name of their own choice would be a way
 * around the limit.
 */
export function limiterAddress(ip: string): string {
  const plain = ip.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1')
  if (!isIPv4(plain) && !isIPv6(plain)) return 'unknown'
  const address = ipaddr.process(plain.replace(/%.*$/, ''))
  if (address.kind() === 'ipv4') return address.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/64`).toString()}/64`
}
