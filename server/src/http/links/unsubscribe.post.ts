import { links } from '@millrace/contract/operations/links'
import { wordsIn } from '#channels/guest-words.ts'
import { bind } from '../bind.ts'
import { asPage } from './page.ts'
import { findReader } from './reader.ts'
import { recordChoice } from './record-choice.ts'
import { sendUnknownPage } from './unknown-page.ts'
import { donePage } from './unsubscribe-page.ts'

/**
 * RFC 8058: sent by the guest's mail program without asking, or by the button of the page. Anyone with the address may
 * do this, from anywhere and as often as they like; a deleted guest gets no more e-mail either way.
 */
export default bind(links.unsubscribe, parts => async (request, reply) => {
  const reader = await findReader(parts, request)
  if (reader === undefined) return sendUnknownPage(request, reply)
  const { channel } = reader.subscription
  const words = wordsIn(reader.language).unsubscribe.button
  await recordChoice(parts, reader, { [`${channel}_consent`]: false }, words)
  return asPage(reply).send(donePage(reader, request.params.token))
})
