import { links } from '@millrace/contract/operations/links'
import { bind } from '../bind.ts'
import { asPage, unknownPage } from './page.ts'
import { preferencesPage } from './preferences-page.ts'
import { findReader, languageOfBrowser } from './reader.ts'

/** Looking at it changes nothing. */
export default bind(links.readPreferences, parts => async (request, reply) => {
  const reader = await findReader(parts, request)
  if (reader === undefined)
    return asPage(reply)
      .code(404)
      .send(unknownPage(languageOfBrowser(request)))
  return asPage(reply).send(preferencesPage(reader))
})
