import { v1 } from '@millrace/contract/operations/v1'
import { given } from '#base/given.ts'
import { storedId } from '#base/ids.ts'
import { inTenant } from '#db/database.ts'
import { countryOf } from '#guests/identifiers/country-of.ts'
import { lockCurrentGuest } from '#guests/merge/current-guest.ts'
import { patchGuest } from '#guests/record-guest.ts'
import { reachesGuest } from '#members/reach.ts'
import { guestChanged } from '#runs/commands/guest-changed.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { externalIdTaken } from '../../edge/external-id-taken.ts'
import { withTestHint } from '../../edge/test-warnings.ts'
import { type Faults, Refusal } from '../../refusal.ts'
import { consentFaults, readIdentifiers, readPhoneField, topicFaults } from './given-identifiers.ts'
import { withMergeHint } from './merge-hint.ts'
import { organisationFacts, outsideOf } from './outside.ts'

export default bind(v1.patchGuest, parts => async request => {
  const { organisationId, test } = request.identity
  const { body } = checkedBody(request, v1.patchGuest)
  const asked = storedId(request.params.id)
  if (asked === undefined) throw new Refusal('guest_not_found')
  const {
    serial,
    consent,
    topics,
    do_not_contact,
    add_identifiers,
    remove_identifiers,
    phone: phoneText,
    tags,
    attributes,
    ...fields
  } = body
  const changed = await inTenant(parts.database, organisationId, async tx => {
    const id = await lockCurrentGuest(tx, organisationId, asked)
    if (id === undefined || !(await reachesGuest(tx, request.identity, id)))
      throw new Refusal('guest_not_found')
    const facts = await organisationFacts(parts, tx, organisationId)
    const country = countryOf(facts, [serial])
    const faults: Faults = {}
    const phone = readPhoneField(phoneText, country, faults)
    const added = readIdentifiers(add_identifiers, 'add_identifiers', country, faults)
    const removed = readIdentifiers(remove_identifiers, 'remove_identifiers', country, faults)
    consentFaults(consent, faults)
    topicFaults(topics, facts.settings.topics, faults)
    if (Object.keys(faults).length > 0) throw new Refusal('validation_failed', { errors: faults })
    const change = {
      fields: { ...fields, ...given({ tags, attributes }), ...(phone === undefined ? {} : { phone }) },
      do_not_contact,
      consent,
      topics,
      test,
    }
    return patchGuest(tx, outsideOf(request.identity, guestChanged(parts, organisationId)), id, {
      change,
      added,
      removed,
    })
  })
  if (changed === 'not_found') throw new Refusal('guest_not_found')
  if (changed === 'external_id_taken')
    throw await externalIdTaken(parts, organisationId, asked, body.external_id)
  const agreed = consent?.email?.given && !changed.refusalsKept.includes('email_consent')
  const done = withTestHint('Guest changed.', { test }, agreed, changed.guest)
  return {
    message: withMergeHint(done, changed.guest.id, changed.notAdded),
    guest: changed.guest,
    identifiers: changed.identifiers,
    refusals_kept: changed.refusalsKept,
    topics_kept_off: changed.topicsKeptOff,
    not_added: changed.notAdded,
  }
})
