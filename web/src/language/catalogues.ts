import type { Language } from '@millrace/contract/language'
import { speakBy } from '@millrace/contract/say'
import { currentLanguage } from './current.ts'
import { addSaid } from './said.ts'
import { addWords, type Catalogue } from './words.ts'

type Translation = Exclude<Language, 'en'>

/** English has no catalogue, and waits for none. */
const everywhere: Readonly<
  Record<
    Translation,
    () => Promise<Record<'catalogues' | 'said', Record<string, Catalogue>> & { readonly composed: Catalogue }>
  >
> = {
  pt: () => import('./everywhere-pt.ts'),
}
const pages = import.meta.glob<Catalogue>(['../pages/*/*.json', '!../pages/signed-out/*'], {
  import: 'default',
})

/** Before the first page. What cannot be had is read in English. */
export async function addWordsOfEverywhere(): Promise<void> {
  const language = currentLanguage()
  if (language === 'en') return
  try {
    const { catalogues, said, composed } = await everywhere[language]()
    for (const catalogue of Object.values(said)) addSaid(catalogue)
    speakBy(() => composed)
    for (const catalogue of Object.values(catalogues)) addWords(catalogue)
  } catch {}
}

/**
 * Before the files of a page, whose texts may be asked for as soon as they are there: the build puts a call of this in
 * front of every import of a page.
 */
export async function addWordsOf(page: string): Promise<void> {
  const load = pages[`../pages/${page}/${currentLanguage()}.json`]
  try {
    if (load !== undefined) addWords(await load())
  } catch {}
}
