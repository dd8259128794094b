import { compile } from 'html-to-text'

const convert = compile({
  wordwrap: 78,
  limits: { maxDepth: 256 },
  selectors: [
    { selector: 'img', format: 'skip' },
    // What mail programs show beside the subject.
    { selector: '[data-preview-text]', format: 'skip' },
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, ignoreHref: false, noAnchorUrl: true } },
    // Tables in e-mails are for layout.
    { selector: 'table', format: 'block' },
  ],
})

/** The text part of an e-mail: for readers without HTML, and because e-mails without one are treated as spam. */
export function textFromHtml(html: string): string {
  return convert(html).trim()
}
