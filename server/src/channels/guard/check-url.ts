import { hostFault } from './check-host.ts'
import type { AddressPolicy } from './policy.ts'

const usualPorts = [80, 443, 8080, 8443]
const LONGEST = 2_048

export type CheckedUrl = { readonly url: URL } | { readonly fault: string }

/**
 * Whether an address may be called; if not, a sentence says why. Checked when it is saved, so that its author can fix
 * it, and again before every call.
 */
export function checkUrl(text: string, policy: AddressPolicy): CheckedUrl {
  if (text.length > LONGEST) return fault(`The address is longer than ${LONGEST} characters.`)
  // The parser would drop or convert these characters, so the called address would differ from the displayed one.
  if (/[\s\p{Cc}\\]/u.test(text)) {
    return fault('The address has a space, a line break or a backslash in it. Write spaces as %20.')
  }
  if (!URL.canParse(text)) {
    return fault('This is not an address. Write it out, as https://example.com/path.')
  }
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return fault('The address must begin with https:// or http://.')
  }
  if (!/^https?:\/\/[^/]/i.test(text))
    return fault('The address must have two slashes, as https://example.com.')
  if (url.username !== '' || url.password !== '' || /^[^/]*\/\/[^/?#]*@/.test(text)) {
    return fault('The address has a user or a password in it. Put them into an Authorization header.')
  }
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  const ports = [...usualPorts, ...policy.extraPorts]
  if (!ports.includes(port))
    return fault(`Port ${port} is not allowed. The allowed ones are ${ports.join(', ')}.`)
  if ((policy.own ?? []).some(own => isSamePlace(url, new URL(own))))
    return fault('This is the address of Millrace itself. A webhook cannot call it.')
  const host = hostFault(url.hostname, policy)
  return host === undefined ? { url } : fault(host)
}

const fault = (sentence: string): CheckedUrl => ({ fault: sentence })

/** http and https of one name are the same place; another port is another service. */
const isSamePlace = (url: URL, own: URL) => url.hostname === own.hostname && url.port === own.port
