import { links } from '@millrace/contract/operations/links'
import { CLICK_COUNTING, topicField } from '@millrace/contract/topic'
import { wordsIn } from '#channels/guest-words.ts'
import type { ConsentChoice } from '#guests/choose-consent.ts'
import { bind } from '../bind.ts'
import { formOf } from './accept-forms.ts'
import { asPage } from './page.ts'
import { preferencesPage, shownChannels } from './preferences-page.ts'
import { findReader, type Reader } from './reader.ts'
import { recordChoice } from './record-choice.ts'
import { sendUnknownPage } from './unknown-page.ts'

/**
 * Saves what the guest has chosen, or ends everything. The address is the proof, so it may come from anywhere; a form that
 * says neither changes nothing.
 */
export default bind(links.savePreferences, parts => async (request, reply) => {
  const before = await findReader(parts, request)
  if (before === undefined) return sendUnknownPage(request, reply)
  const form = formOf(request)
  const wish = form.get('do')
  if (before.guest === undefined || (wish !== 'save' && wish !== 'end'))
    return asPage(reply)
      .code(before.guest === undefined ? 200 : 400)
      .send(preferencesPage(before))
  if (wish === 'end') await recordChoice(parts, before, nothing, wordsIn(before.language).preferences.all)
  else await recordChoice(parts, before, chosenIn(form, before), undefined)
  const after = (await findReader(parts, request)) as Reader
  return asPage(reply).send(preferencesPage(after, wish === 'end' ? 'ended' : 'saved'))
})

const nothing = { email_consent: false, sms_consent: false }

/** Only what the form has shown: an address that the guest has got since was not in it. */
function chosenIn(form: URLSearchParams, { guest, topics, countsClicks }: Reader): ConsentChoice {
  const shown = new Set(form.getAll('shown'))
  const channels = (guest === undefined ? [] : shownChannels(guest)).filter(channel => shown.has(channel))
  const about = [...topics.map(({ id }) => id), ...(countsClicks ? [CLICK_COUNTING] : [])].filter(id =>
    shown.has(topicField(id)),
  )
  return {
    ...Object.fromEntries(channels.map(channel => [`${channel}_consent`, form.has(channel)])),
    topics: Object.fromEntries(about.map(id => [id, form.has(topicField(id))])),
  }
}
