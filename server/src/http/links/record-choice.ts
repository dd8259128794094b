import { CLICK_COUNTING, topicField } from '@millrace/contract/topic'
import { wordsIn } from '#channels/guest-words.ts'
import { inTenant } from '#db/database.ts'
import { type ConsentChoice, chooseConsent } from '#guests/choose-consent.ts'
import { lockCurrentGuest } from '#guests/merge/current-guest.ts'
import { guestChanged } from '#runs/commands/guest-changed.ts'
import type { HttpParts } from '../parts.ts'
import type { Reader } from './reader.ts'

/**
 * Records what the guest has chosen by a link, in the words beside the box, or in `words` for a button that is about
 * everything. A guest who was deleted is sent nothing either way.
 */
export async function recordChoice(
  parts: HttpParts,
  { subscription: { organisationId, guestId }, language, topics }: Reader,
  choice: ConsentChoice,
  words: string | undefined,
): Promise<void> {
  const where = words === undefined ? 'the preference page' : 'a link in a message'
  const { channel: said, clicks } = wordsIn(language).preferences
  const stated = {
    email_consent: { where, words: words ?? said.email },
    sms_consent: { where, words: words ?? said.sms },
    [topicField(CLICK_COUNTING)]: { where, words: clicks },
    ...Object.fromEntries(topics.map(({ id, name }) => [topicField(id), { where, words: name }])),
  }
  await inTenant(parts.database, organisationId, async tx => {
    const id = await lockCurrentGuest(tx, organisationId, guestId)
    if (id === undefined) return
    await chooseConsent(tx, organisationId, id, choice, stated, guestChanged(parts, organisationId))
  })
}
