import { escapeHtml } from '#base/escape-html.ts'

/**
 * Gmail hides what is longer, and the link to unsubscribe with it. An e-mail that only counting would make so long is
 * sent as it is.
 */
const LONGEST_HTML = 100_000

/** As long as an address of a block may be. */
export const LONGEST_TARGET = 2_000

/** Both parts of an e-mail with the addresses that `counted` gives for its links to web pages. Pure. */
export function countLinks<Content extends { readonly html: string; readonly text?: string }>(
  content: Content,
  counted: (target: string) => string,
): Content {
  const html = content.html.replace(HREF, (whole, before: string, value: string) => {
    const target = targetOf(decoded(value.replace(/^["']|["']$/g, '')))
    return target === undefined ? whole : `${before}"${escapeHtml(counted(target))}"`
  })
  if (html.length > LONGEST_HTML && content.html.length <= LONGEST_HTML) return content
  const text = content.text?.replace(ADDRESS, found => {
    const url = withoutPunctuation(found)
    const target = targetOf(url)
    return target === undefined ? found : counted(target) + found.slice(url.length)
  })
  return { ...content, html, ...(text === undefined ? {} : { text }) }
}

/** No `<` before the address, so that a tag without an end costs no search through the rest of the e-mail. */
const HREF = /(<(?:a|area)(?=\s)[^<>]*?\shref\s*=\s*)("[^"]*"|'[^']*'|[^\s<>"']+)/gi

const ADDRESS = /\bhttps?:\/\/[^\s<>"]+/gi

/** An address as browsers read it; undefined for one that is not counted. */
function targetOf(written: string): string | undefined {
  const url = written.trim()
  if (!/^https?:\/\/[^\s]+$/i.test(url) || !URL.canParse(url)) return undefined
  const { href, username, password } = new URL(url)
  // A password would be stored with each click.
  return href.length > LONGEST_TARGET || username !== '' || password !== '' ? undefined : href
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', quot: '"', apos: "'", lt: '<', gt: '>' }

/** What an attribute says. An entity that is not decoded here leaves an address that leads to the same page or to none. */
const decoded = (value: string) =>
  value.replace(/&(?:#(\d{1,6})|#x([\da-f]{1,5})|(\w{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return NAMED[name] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code < 0x110000 ? String.fromCodePoint(code) : whole
  })

/** Without what ends the sentence around it. A bracket belongs to the address if it was opened there. */
function withoutPunctuation(found: string): string {
  let unopened = found.split(')').length - found.split('(').length
  for (let end = found.length; ; end -= 1) {
    const last = found[end - 1] ?? ''
    if (last === ')' && unopened > 0) unopened -= 1
    else if (!/[.,;:!?'*\]]/.test(last)) return found.slice(0, end)
  }
}
