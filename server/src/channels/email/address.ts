import { domainToASCII } from 'node:url'

export interface Mailbox {
  readonly name?: string
  readonly address: string
}

/**
 * Whether this is the address of exactly one mailbox. Quoted local parts are refused: nobody has one, and they could
 * hide a second recipient.
 */
export function isMailAddress(text: string): boolean {
  if (text.length > 254) return false
  const parts = /^([^\s\p{C}()<>[\]:;@\\,"]{1,64})@([^\s\p{C}()<>[\]:;@\\,"]+)$/u.exec(text)
  if (parts === null) return false
  const [, local = '', domain = ''] = parts
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..')) return false
  return /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/.test(domainToASCII(domain))
}

export function domainOf(address: string): string {
  return domainToASCII(address.slice(address.lastIndexOf('@') + 1))
}

/** A text for a header: on one line, whatever a template has put into it. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}
