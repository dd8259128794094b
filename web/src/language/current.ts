import type { Language } from '@millrace/contract/language'
import { languages } from './languages.ts'

let current: Language = 'en'

/** Of the page as it is open. Another one takes effect when the page is loaded again. */
export const currentLanguage = (): Language => current

export const locale = (): string => languages[current].locale

export function setCurrentLanguage(language: Language): void {
  current = language
}
