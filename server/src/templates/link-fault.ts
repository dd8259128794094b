/**
 * Attributes that a mail program follows when someone opens or clicks them. Written apart, because an image may be
 * embedded as data: and a link may not lead to one.
 */
const attribute =
  /\b(href|action|formaction|src|background|poster)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi
const everywhere = /^(javascript|vbscript|file):/i
const inLinks = /^(javascript|vbscript|file|data|blob):/i

/** What is wrong with a link or an image of an HTML text, in a sentence. */
export function linkFault(html: string): string | undefined {
  for (const [, name = '', double, single, bare] of html.matchAll(attribute)) {
    const value = withoutDisguise(double ?? single ?? bare ?? '')
    const forbidden = /^(src|background|poster)$/i.test(name) ? everywhere : inLinks
    const [, scheme] = forbidden.exec(value) ?? []
    if (scheme !== undefined)
      return `A link or image begins with "${scheme.toLowerCase()}:". Links begin with https:, mailto: or tel:.`
  }
  return undefined
}

/** Browsers decode characters, and ignore white space and control characters, before they read the scheme. */
function withoutDisguise(value: string): string {
  return value
    .replace(/&#x([0-9a-f]{1,6});?/gi, (_, digits) => character(Number.parseInt(digits, 16)))
    .replace(/&#(\d{1,7});?/g, (_, digits) => character(Number(digits)))
    .replace(/&(colon|tab|newline);/gi, (_, name) => (name.toLowerCase() === 'colon' ? ':' : ''))
    .replace(/[\s\p{Cc}\p{Cf}]/gu, '')
}

const character = (code: number) => (code <= 0x10ffff ? String.fromCodePoint(code) : '')
