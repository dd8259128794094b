import { compile } from 'html-to-text'

const convert = compile({
  wordwrap: 78,
  limits: { maxDepth: 256 },
  selectors: [
    { selector: 'img', format: 'skip' },
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, ignoreHref: false, noAnchorUrl: true } },
    // Tables in mail are for the layout.
    { selector: 'table', format: 'block' },
  ],
})

/** The text part of a mail: for readers without HTML, and because mail without one is taken for spam. */
export function textFromHtml(html: string): string {
  return convert(html).trim()
}
