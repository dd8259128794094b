import { consentFields } from '@millrace/contract/dashboard/guests'
import { dashboard } from '@millrace/contract/operations/dashboard'
import { CLICK_COUNTING } from '@millrace/contract/topic'
import { inTenant } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import { confirmsConsent } from '#guests/confirms-consent.ts'
import { type UpdatedFields, updateGuest } from '#guests/update-guest.ts'
import { readSettings } from '#organisations/settings/read-settings.ts'
import { guestChanged } from '#runs/commands/guest-changed.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { externalIdTaken } from '../../edge/external-id-taken.ts'
import { Refusal } from '../../refusal.ts'
import { requireLockedGuest } from '../edge/require-guest.ts'
import { requireId } from '../edge/require-id.ts'

/** Who changed what is kept with the guest, so that it goes when they are erased; the audit keeps all for ever. */
export default bind(dashboard.changeGuest, parts => async request => {
  const { organisationId, email: actor } = request.member
  const asked = requireId(request.params.id, 'guest_not_found')
  const result = await inTenant(parts.database, organisationId, async tx => {
    const id = await requireLockedGuest(tx, request.member, asked)
    const { reason, ask_to_confirm, ...changed } = checkedBody(request, dashboard.changeGuest).body
    if (reason !== undefined) requireConsent(changed)
    await requireTopics(tx, organisationId, changed)
    if (ask_to_confirm) requireAgreement(changed)
    else if (reason === undefined) await requireProof(tx, organisationId, changed)
    const { email_consent: _waits, ...others } = changed
    const change: UpdatedFields = ask_to_confirm ? { ...others, ask: 'again' } : changed
    const by = { how: 'member', actor, ...(reason && { reason: reason.trim() }) } as const
    return updateGuest(tx, organisationId, id, change, by, guestChanged(parts, organisationId))
  })
  if (result.kind === 'not_found') throw new Refusal('guest_not_found')
  if (result.kind === 'external_id_taken')
    throw await externalIdTaken(
      parts,
      organisationId,
      asked,
      checkedBody(request, dashboard.changeGuest).body.external_id,
    )
  return { message: 'Guest changed.', guest: result.guest }
})

/** A reason stands with a change of consent, and would be lost with anything else. */
function requireConsent(changed: UpdatedFields): void {
  if (changed.topics !== undefined || consentFields.some(field => changed[field] !== undefined)) return
  throw new Refusal('validation_failed', {
    errors: { reason: [`is for a change of ${consentFields.join(', ')}, topics`] },
  })
}

/** Only what guests can choose: a mistyped topic would be kept with the guest and mean nothing. */
async function requireTopics(tx: Sql, organisationId: string, { topics = {} }: UpdatedFields): Promise<void> {
  if (Object.keys(topics).length === 0) return
  const topicIds = (await readSettings(tx, organisationId))?.settings.topics?.map(({ id }) => id) ?? []
  const known = new Set([...topicIds, CLICK_COUNTING])
  const unknown = Object.keys(topics).filter(id => !known.has(id))
  if (unknown.length > 0)
    throw new Refusal('validation_failed', {
      errors: { topics: unknown.map(id => `has no topic "${id}"; the settings list the topics`) },
    })
}

/** Only a consent can be confirmed. */
function requireAgreement({ email_consent }: UpdatedFields): void {
  if (email_consent === true) return
  throw new Refusal('validation_failed', { errors: { ask_to_confirm: ['is for email_consent: true'] } })
}

/** Where guests confirm their consents, one that they do not confirm is recorded with how they gave it. */
async function requireProof(
  tx: Sql,
  organisationId: string,
  { email_consent }: UpdatedFields,
): Promise<void> {
  if (email_consent !== true || !(await confirmsConsent(tx, organisationId))) return
  throw new Refusal('validation_failed', {
    errors: { reason: ['is required: how the guest agreed. Or send ask_to_confirm: true'] },
  })
}
