/**
 * At least one address of every range in IANA's special-purpose registries, and the addresses where clouds serve
 * credentials.
 */
export const specialIpv4 = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '100.64.0.1',
  '100.100.100.200',
  '127.0.0.1',
  '127.1.2.3',
  '168.63.129.16',
  '169.254.0.1',
  '169.254.169.254',
  '169.254.170.2',
  '172.16.0.1',
  '172.31.255.254',
  '192.0.0.1',
  '192.0.0.192',
  '192.0.2.1',
  '192.31.196.1',
  '192.52.193.1',
  '192.88.99.1',
  '192.168.0.1',
  '192.175.48.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
]

export const specialIpv6 = [
  '::',
  '::1',
  '::7f00:1',
  '::ffff:7f00:1',
  '::ffff:0:7f00:1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:2::1',
  '2001:10::1',
  '2001:20::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2620:4f:8000::1',
  '3fff::1',
  '4000::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fec0::1',
  'ff02::1',
]

/** The spellings of an IPv4 address that some parser or gateway accepts. */
export function ipv4Spellings(address: string): string[] {
  const [a, b, c, d] = address.split('.').map(Number) as [number, number, number, number]
  const whole = ((a << 24) | (b << 16) | (c << 8) | d) >>> 0
  const hex = (n: number) => `0x${n.toString(16)}`
  const octal = (n: number) => `0${n.toString(8)}`
  const pair = (x: number, y: number) => ((x << 8) | y).toString(16)
  const fullWidth = (text: string) => text.replace(/\d/g, n => String.fromCodePoint(0xff10 + Number(n)))
  return [
    address,
    `${address}.`,
    String(whole),
    hex(whole),
    octal(whole),
    [a, b, c, d].map(hex).join('.'),
    [a, b, c, d].map(octal).join('.'),
    `${a}.${b}.${(c << 8) | d}`,
    `${a}.${(b << 16) | (c << 8) | d}`,
    `${hex(a)}.${b}.${octal(c)}.${d}`,
    address.replace(/\d/, n => `%3${n}`),
    fullWidth(address),
    address.replaceAll('.', '。'),
    `[::ffff:${address}]`,
    `[::ffff:${pair(a, b)}:${pair(c, d)}]`,
  ]
}

/** IPv6 addresses with an IPv4 address inside, which a gateway translates. */
export function ipv4Carriers(address: string): string[] {
  const [a, b, c, d] = address.split('.').map(Number) as [number, number, number, number]
  const pair = (x: number, y: number) => ((x << 8) | y).toString(16)
  return [
    `[::${address}]`,
    `[64:ff9b::${address}]`,
    `[64:ff9b:1::${address}]`,
    `[2002:${pair(a, b)}:${pair(c, d)}::1]`,
    `[2001:0:${pair(a, b)}:${pair(c, d)}::1]`,
    `[::ffff:0:${address}]`,
  ]
}

export function ipv6Spellings(address: string): string[] {
  const full = `${address.replace('::', `:${'0:'.repeat(9 - address.split(':').filter(Boolean).length - 1)}`)}`
  const expanded = full.replace(/^:/, '').replace(/:$/, '')
  return [`[${address}]`, `[${address.toUpperCase()}]`, `[${expanded}]`, `[${address}%25eth0]`]
}
