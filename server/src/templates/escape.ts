import { escapeHtml as escapeMarkup } from '#base/escape-html.ts'

/**
 * Without control characters, except tab and line break, and without halves of characters: no database can store a
 * text with one of them, and no phone can show it.
 */
export const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\t\n]/gu, '')

/** No line break gets into the header of an e-mail, whether the author or a guest wrote it. */
export const oneLine = (text: string): string => text.toWellFormed().replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')

export const escapeHtml = (text: string): string => escapeMarkup(cleanText(text))

/** The part between the quotes of a JSON string. */
export const escapeJson = (text: string): string => JSON.stringify(cleanText(text)).slice(1, -1)

export const escapeUrl = (text: string): string => encodeURIComponent(cleanText(text))
