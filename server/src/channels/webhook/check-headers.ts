const MOST = 32
const LONGEST_TOGETHER = 8 * 1024

/** Reserved for us: they frame the request on the wire, name the host, or declare support for an encoding. */
const reserved = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** What is wrong with a user's headers, each as a sentence. Checked when saving and again before sending. */
export function headerFaults(headers: Readonly<Record<string, string>>): string[] {
  const faults: string[] = []
  const entries = Object.entries(headers)
  const seen = new Set<string>()
  for (const [name, value] of entries) {
    const lower = name.toLowerCase()
    // The characters of a token, RFC 9110 5.6.2.
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/.test(name)) {
      faults.push(`${JSON.stringify(name.slice(0, 64))} is not the name of a header.`)
      continue
    }
    if (reserved.has(lower) || lower.startsWith('webhook-') || lower.startsWith('millrace-'))
      faults.push(`The header ${name} is set by Millrace.`)
    if (seen.has(lower)) faults.push(`The header ${name} is there twice.`)
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
      faults.push(
        `The value of the header ${name} has a line break or a character that headers cannot carry.`,
      )
    }
    seen.add(lower)
  }
  if (entries.length > MOST) faults.push(`There are ${entries.length} headers; ${MOST} are allowed.`)
  if (entries.reduce((sum, [name, value]) => sum + name.length + value.length, 0) > LONGEST_TOGETHER) {
    faults.push(`The headers are longer than ${LONGEST_TOGETHER} characters together.`)
  }
  return faults
}
