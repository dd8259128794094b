import ipaddr from 'ipaddr.js'

/**
 * What a limiter calls one caller. An IPv4 address written as IPv6 is the same caller; an IPv6 caller has a whole
 * /64 to send from, so that is what counts.
 */
export function limiterAddress(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return address.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/64`).toString()}/64`
}
