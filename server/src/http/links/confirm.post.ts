import { links } from '@millrace/contract/operations/links'
import { wordsIn } from '#channels/guest-words.ts'
import { inTenant } from '#db/database.ts'
import { confirmConsent } from '#runs/confirmation/confirm-consent.ts'
import { bind } from '../bind.ts'
import { confirmPage } from './confirm-page.ts'
import { findConfirmation } from './confirmation.ts'
import { asPage } from './page.ts'
import { sendUnknownPage } from './unknown-page.ts'

/** The address is the proof, so it may come from anywhere and as often as it likes. */
export default bind(links.confirmConsent, parts => async (request, reply) => {
  const found = await findConfirmation(parts, request)
  const after = found?.state === 'waiting' ? await confirmed(found) : found
  if (after === undefined) return sendUnknownPage(request, reply)
  return asPage(reply).send(confirmPage(after, parts.unsubscribeUrl))

  async function confirmed({ token, language, organisation }: NonNullable<typeof found>) {
    const words = wordsIn(language).confirm.question(organisation)
    await inTenant(parts.database, token.organisationId, tx => confirmConsent(tx, parts, token, words))
    return findConfirmation(parts, request)
  }
})
