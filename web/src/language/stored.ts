import type { Language } from '@millrace/contract/language'
import { isLanguage } from './languages.ts'

const KEY = 'millrace.language'

export interface StoredLanguage {
  readonly language: Language
  /** Whether it was the setting of a member, or chosen in this browser by someone who was not signed in. */
  readonly by: 'member' | 'browser'
}

export function storedLanguage(): StoredLanguage | undefined {
  try {
    const [language, by] = localStorage.getItem(KEY)?.split(' ') ?? []
    return isLanguage(language) ? { language, by: by === 'member' ? 'member' : 'browser' } : undefined
  } catch {
    // Storage can be disabled; then the browser's language is used.
    return undefined
  }
}

/** Whether it is stored now. Where it cannot be, the page must not load again for it: it would do so for ever. */
export function storeLanguage(wanted: StoredLanguage | undefined): boolean {
  try {
    if (wanted === undefined) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, `${wanted.language} ${wanted.by}`)
  } catch {}
  return storedLanguage()?.language === wanted?.language
}
