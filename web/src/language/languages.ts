import type { Language } from '@millrace/contract/language'

/** What the dashboard can be read in: by its own name, and by the locale of its dates and numbers. */
export const languages: Readonly<Record<Language, { readonly name: string; readonly locale: string }>> = {
  en: { name: 'English', locale: 'en-GB' },
  pt: { name: 'Português', locale: 'pt-PT' },
}

export const isLanguage = (word: string | undefined): word is Language =>
  word !== undefined && Object.hasOwn(languages, word)

/** The first one that is known, of those that someone prefers, as a browser lists them; English where there is none. */
export const firstKnown = (preferred: readonly string[]): Language =>
  preferred.map(tag => tag.split('-', 1)[0]?.toLowerCase()).find(isLanguage) ?? 'en'
