import { v1 } from '@millrace/contract/operations/v1'
import { inTenant } from '#db/database.ts'
import { countryOf } from '#guests/identifiers/country-of.ts'
import { recordGuest } from '#guests/record-guest.ts'
import { reachesGuest } from '#members/reach.ts'
import { guestChanged } from '#runs/commands/guest-changed.ts'
import { bind } from '../bind.ts'
import { checkedBody } from '../edge/checked-body.ts'
import { withTestHint } from '../edge/test-warnings.ts'
import { type Faults, Refusal } from '../refusal.ts'
import { consentFaults, readIdentifiers, topicFaults } from './guests/given-identifiers.ts'
import { withMergeHint } from './guests/merge-hint.ts'
import { organisationFacts, outsideOf } from './guests/outside.ts'

export default bind(v1.recordGuest, parts => async (request, reply) => {
  const { organisationId, test } = request.identity
  const { body } = checkedBody(request, v1.recordGuest)
  const recorded = await inTenant(parts.database, organisationId, async tx => {
    const facts = await organisationFacts(parts, tx, organisationId)
    const country = countryOf(facts, [body.serial])
    const faults: Faults = {}
    const identifiers = readIdentifiers(body.identifiers, 'identifiers', country, faults)
    consentFaults(body.consent, faults)
    topicFaults(body.topics, facts.settings.topics, faults)
    if (Object.keys(faults).length > 0) throw new Refusal('validation_failed', { errors: faults })
    const { name, tags, attributes, do_not_contact, consent, topics } = body
    // null is the same as nothing, except for an attribute, which it removes.
    const fields = { ...(name && { name }), ...(tags && { tags }), ...(attributes && { attributes }) }
    const outside = outsideOf(request.identity, guestChanged(parts, organisationId))
    const change = { fields, do_not_contact, consent, topics, test }
    const result = await recordGuest(tx, outside, identifiers, change)
    // Only now it is certain who they are. Nothing of the change stays.
    if (!(await reachesGuest(tx, request.identity, result.guest.id))) throw elsewhere()
    return result
  })
  const created = recorded.foundBy === null
  if (created) reply.code(201).header('location', `${parts.config.baseUrl}/v1/guests/${recorded.guest.id}`)
  const agreed = body.consent?.email?.given && !recorded.refusalsKept.includes('email_consent')
  const done = withTestHint(created ? 'Guest created.' : 'Guest found.', { test }, agreed, recorded.guest)
  return {
    message: withMergeHint(done, recorded.guest.id, recorded.notAdded),
    created,
    found_by: recorded.foundBy,
    guest: recorded.guest,
    identifiers: recorded.identifiers,
    refusals_kept: recorded.refusalsKept,
    topics_kept_off: recorded.topicsKeptOff,
    not_added: recorded.notAdded,
  }
})

const elsewhere = () =>
  new Refusal('venue_not_allowed', {
    message:
      'The guest has only been at venues that the API key does not have. Once an event of the guest comes from one of ' +
      'its venues, the key can change the guest.',
  })
