/**
 * Without control characters, except tab and line break, and without halves of characters: a text with one of
 * them can be stored by no database and shown by no phone.
 */
export const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\t\n]/gu, '')

/** No line break gets into the header of a mail, whether the author or a guest wrote it. */
export const oneLine = (text: string): string => text.toWellFormed().replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** For the text of an element, and for an attribute in quotes of either kind. */
export const escapeHtml = (text: string): string =>
  cleanText(text).replace(/[&<>"']/g, character => entities[character] as string)

/** What stands between the quotes of a JSON string. */
export const escapeJson = (text: string): string => JSON.stringify(cleanText(text)).slice(1, -1)

export const escapeUrl = (text: string): string => encodeURIComponent(cleanText(text))
