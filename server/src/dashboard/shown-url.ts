import { REDACTED, redactUrl } from '#channels/redact.ts'

/**
 * An address that may be shown: without a password and without its query, where receivers often expect their keys.
 * The rest stays as it was written, including templates.
 */
export function shownUrl(text: string): string {
  const query = text.indexOf('?')
  const address = query < 0 ? text : text.slice(0, query)
  const redacted = redactUrl(address)
  const shown = URL.canParse(address) && new URL(address).href === redacted ? address : redacted
  return query < 0 || shown === REDACTED ? shown : `${shown}?${REDACTED}`
}
