import type { Language } from '@millrace/contract/language'
import { currentLanguage } from './current.ts'
import { firstKnown } from './languages.ts'
import { type StoredLanguage, storedLanguage, storeLanguage } from './stored.ts'

let isLeaving = false

/** Loads the page again in this language; undefined is the browser's. Says whether it does. */
export function changeLanguage(wanted: StoredLanguage | undefined): boolean {
  const isStored = storeLanguage(wanted)
  const next = wanted?.language ?? firstKnown(navigator.languages)
  if (!isStored || next === currentLanguage()) return false
  isLeaving = true
  location.reload()
  return true
}

let settledFor: string | undefined

/**
 * Takes the language of a member who has just come in: once, before they have typed anything. Says whether the page
 * loads again for it.
 */
export function adoptLanguage(member: { readonly id: string; readonly language: Language | null }): boolean {
  // What is drawn until the page has gone is not drawn in two languages.
  if (isLeaving) return true
  if (settledFor === member.id) return false
  settledFor = member.id
  if (member.language !== null) return changeLanguage({ language: member.language, by: 'member' })
  // What another member chose is not this one's; what was chosen on the sign-in page is.
  return storedLanguage()?.by === 'member' && changeLanguage(undefined)
}
