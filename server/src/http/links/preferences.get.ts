import { links } from '@millrace/contract/operations/links'
import { bind } from '../bind.ts'
import { asPage } from './page.ts'
import { preferencesPage } from './preferences-page.ts'
import { findReader } from './reader.ts'
import { sendUnknownPage } from './unknown-page.ts'

/** Looking at it changes nothing. */
export default bind(links.readPreferences, parts => async (request, reply) => {
  const reader = await findReader(parts, request)
  if (reader === undefined) return sendUnknownPage(request, reply)
  return asPage(reply).send(preferencesPage(reader))
})
