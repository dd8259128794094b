import { REDACTED, redactUrl } from '#channels/redact.ts'

/**
 * An address as people may see it: without a password and without its query, which is where receivers want their keys.
 * The rest stands as it was written, templates and all.
 */
export function shownUrl(text: string): string {
  const query = text.indexOf('?')
  const address = query < 0 ? text : text.slice(0, query)
  const redacted = redactUrl(address)
  const shown = URL.canParse(address) && new URL(address).href === redacted ? address : redacted
  return query < 0 || shown === REDACTED ? shown : `${shown}?${REDACTED}`
}
