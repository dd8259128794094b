import { links } from '@millrace/contract/operations/links'
import { bind } from '../bind.ts'
import { asPage } from './page.ts'
import { findReader } from './reader.ts'
import { sendUnknownPage } from './unknown-page.ts'
import { askPage } from './unsubscribe-page.ts'

export default bind(links.askUnsubscribe, parts => async (request, reply) => {
  const reader = await findReader(parts, request)
  if (reader === undefined) return sendUnknownPage(request, reply)
  return asPage(reply).send(askPage(reader))
})
