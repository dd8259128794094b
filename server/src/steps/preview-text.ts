import { escapeHtml } from '#base/escape-html.ts'

/** How many characters a list of e-mails shows at most, in the widest window of Gmail. */
const SHOWN = 200

/** A space that is not joined with its neighbours, and a character without a width, so that no program shortens a row of them. */
const PADDING = '&#8199;&#847; '

/** Every way to hide a text that some mail program heeds; Outlook has its own. */
const HIDDEN =
  'display:none;max-height:0;max-width:0;opacity:0;overflow:hidden;font-size:1px;line-height:1px;mso-hide:all'

/**
 * Puts the line that mail programs show beside the subject in front of everything else, hidden. Without padding, the
 * beginning of the e-mail would follow it there. The attribute is for the text part, which leaves it out.
 */
export function withPreview(html: string, preview: string): string {
  if (preview === '') return html
  const padding = PADDING.repeat(Math.max(0, SHOWN - preview.length))
  const hidden = `<div data-preview-text style="${HIDDEN}">${escapeHtml(preview)}${padding}</div>`
  const at = bodyOf(html)
  return html.slice(0, at) + hidden + html.slice(at)
}

const BODY = /<body(?:\s(?:"[^"]*"|'[^']*'|[^<>"'])*)?>/iy

/** Where the content begins. The first body is the only one that is tried: HTML can have any number of broken ones. */
function bodyOf(html: string): number {
  BODY.lastIndex = Math.max(0, html.search(/<body[\s>]/i))
  return BODY.test(html) ? BODY.lastIndex : 0
}
