import type { GuestLanguage } from '@millrace/contract/topic'
import { de } from './words/de.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'
import { fr } from './words/fr.ts'
import type { GuestWords } from './words/guest-words.ts'
import { it } from './words/it.ts'
import { nl } from './words/nl.ts'
import { pt } from './words/pt.ts'

/**
 * The words that Millrace itself says to guests: below an e-mail, on the pages behind its links, and as answers to an SMS. A language is one file
 * in `words/` and one name here.
 */
const languages: Readonly<Record<GuestLanguage, GuestWords>> = { de, en, es, fr, it, nl, pt }

export type Language = GuestLanguage

/**
 * The first of these that is a language we speak, as "pt", "pt-BR" or "PT_pt"; English if none is. Usually the guest's
 * attribute `language`, the locale of the venue, and that of the organisation.
 */
export function languageOf(...wanted: readonly unknown[]): Language {
  for (const tag of wanted) {
    const language = typeof tag === 'string' ? tag.trim().toLowerCase().split(/[-_]/)[0] : undefined
    if (language !== undefined && Object.hasOwn(languages, language)) return language as Language
  }
  return 'en'
}

/** The languages of a browser, in the order of its header (RFC 9110 section 12.5.4). */
export const acceptedLanguages = (header: string | undefined): string[] =>
  (header ?? '')
    .slice(0, 200)
    .split(',')
    .map(range => range.split(';'))
    .map(([tag = '', quality = 'q=1']) => ({ tag: tag.trim(), weight: Number(quality.trim().slice(2)) || 0 }))
    .filter(({ tag, weight }) => weight > 0 && /^[a-z]{2,8}(-|$)/i.test(tag))
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag)

export const wordsIn = (language: Language): GuestWords => languages[language]
