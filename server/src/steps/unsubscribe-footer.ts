import { escapeHtml } from '#base/escape-html.ts'
import { type Language, wordsIn } from '#channels/guest-words.ts'
import type { GuestLinks } from './guest-links.ts'

/**
 * Marketing always has a visible way to unsubscribe: where the author wrote none, it stands below the e-mail. A link
 * counts if it can be clicked: one in a comment, or an address that is merely in the text of the HTML, does not.
 */
export function withFooter(html: string, links: GuestLinks, language: Language, colour = '#595959'): string {
  if (hasLink(html, links)) return html
  const { unsubscribe, preferences } = wordsIn(language).footer
  const footer =
    `\n<div style="margin:24px 0 0;padding:12px;font:12px/1.5 sans-serif;color:${colour};text-align:center">` +
    `${anchor(links.unsubscribe, unsubscribe, colour)} &middot; ${anchor(links.preferences, preferences, colour)}</div>\n`
  const end = html.search(/<\/body\s*>(?![\s\S]*<\/body\s*>)/i)
  return end === -1 ? html + footer : html.slice(0, end) + footer + html.slice(end)
}

/** The same for the text part that the author wrote. One that is made from the HTML has the link from there. */
export function withTextFooter(text: string, links: GuestLinks, language: Language): string {
  if (text.includes(links.unsubscribe) || text.includes(links.preferences)) return text
  const { unsubscribe, preferences } = wordsIn(language).footer
  return `${text.trimEnd()}\n\n${unsubscribe}: ${links.unsubscribe}\n${preferences}: ${links.preferences}\n`
}

function hasLink(html: string, links: GuestLinks): boolean {
  if (!html.includes(links.unsubscribe) && !html.includes(links.preferences)) return false
  const seen = html.replace(/<!--[\s\S]*?(-->|$)/g, '')
  return [links.unsubscribe, links.preferences].some(url =>
    [...seen.matchAll(/<a\s[^>]*?href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/gi)].some(
      ([, double, single, bare]) => (double ?? single ?? bare)?.trim() === escapeHtml(url),
    ),
  )
}

const anchor = (url: string, words: string, colour: string) =>
  `<a href="${escapeHtml(url)}" style="color:${colour};text-decoration:underline">${escapeHtml(words)}</a>`
