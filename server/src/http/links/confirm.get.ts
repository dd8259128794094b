import { links } from '@millrace/contract/operations/links'
import { bind } from '../bind.ts'
import { confirmPage } from './confirm-page.ts'
import { findConfirmation } from './confirmation.ts'
import { asPage } from './page.ts'
import { sendUnknownPage } from './unknown-page.ts'

export default bind(links.askConfirmation, parts => async (request, reply) => {
  const found = await findConfirmation(parts, request)
  if (found === undefined) return sendUnknownPage(request, reply)
  return asPage(reply).send(confirmPage(found, parts.unsubscribeUrl))
})
