import { addWordsOfEverywhere } from './catalogues.ts'
import { locale, setCurrentLanguage } from './current.ts'
import { firstKnown } from './languages.ts'
import { storedLanguage } from './stored.ts'

/** Chooses the language of the page, before anything that has a text is imported. */
export async function startLanguage(): Promise<void> {
  setCurrentLanguage(storedLanguage()?.language ?? firstKnown(navigator.languages))
  document.documentElement.lang = locale()
  await addWordsOfEverywhere()
}
