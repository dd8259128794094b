import { redactUrl } from '#channels/redact.ts'

/** An address as people may see it: without credentials, and otherwise as it was written, templates and all. */
export function shownUrl(text: string): string {
  const redacted = redactUrl(text)
  return URL.canParse(text) && new URL(text).href === redacted ? text : redacted
}
