import type { Consent, ConsentStatement, Guest, GuestChange } from '@millrace/contract/guest'
import { type TopicStatements, topicField } from '@millrace/contract/topic'
import type { Sql } from '#db/sql.ts'
import { confirmsConsent } from './confirms-consent.ts'
import { type ConsentField, recordRefusal, refusedConsent } from './refused-consent.ts'
import {
  type ChangedBy,
  type Consequences,
  lockGuest,
  type UpdatedFields,
  type UpdatedGuest,
  updateGuest,
} from './update-guest.ts'

/** What another system says about a guest. */
export interface OutsideChange {
  readonly fields: Omit<GuestChange, 'email_consent' | 'sms_consent' | 'do_not_contact'>
  readonly do_not_contact?: boolean | null | undefined
  readonly consent?: Consent | null | undefined
  readonly topics?: TopicStatements | null | undefined
  /** With a test key, which sends nothing: nobody is asked to confirm. */
  readonly test?: boolean
}

export type ChangedFromOutside =
  | Exclude<UpdatedGuest, { kind: 'updated' }>
  | {
      readonly kind: 'updated'
      readonly guest: Guest
      readonly refusalsKept: ConsentField[]
      /** Topics that were turned off before. */
      readonly topicsKeptOff: string[]
    }

/**
 * Changes a guest on behalf of another system. It may add a consent, with what can be shown of it, and record a refusal;
 * it may not make a refusal a consent, nor turn on a topic that was turned off. Only the guest, or a member who writes down why, can do that.
 */
export async function changeFromOutside(
  tx: Sql,
  organisationId: string,
  guestId: string,
  { fields, do_not_contact, consent, topics, test }: OutsideChange,
  actor: string,
  consequences: Consequences,
): Promise<ChangedFromOutside> {
  // Before the refusals are read: a guest who refuses at this moment does so before or after, never in between.
  const before = await lockGuest(tx, organisationId, guestId)
  if (before === undefined) return { kind: 'not_found' }
  const stated = statedBy(consent)
  const wanted = wantedBy(stated, do_not_contact)
  const refused = await refusedConsent(tx, organisationId, before)
  const refusalsKept = (Object.keys(wanted) as ConsentField[]).filter(
    field => refused.has(field) && wanted[field] !== (field === 'do_not_contact'),
  )
  const asks =
    wanted.email_consent === true &&
    !before.email_consent &&
    !refusalsKept.includes('email_consent') &&
    (await confirmsConsent(tx, organisationId))
  const allowed = Object.entries(wanted).filter(
    ([field]) => !refusalsKept.includes(field as ConsentField) && !(asks && field === 'email_consent'),
  )
  const choices = Object.entries(topics ?? {})
  const said = Object.fromEntries(choices.map(([id, statement]) => [topicField(id), statement]))
  const by: ChangedBy = {
    how: 'integration',
    actor,
    stated: { ...stated, email_asked: stated.email_consent, ...said },
  }
  const turnedOff = choices.filter(([, { on }]) => !on).map(([id]) => [id, false])
  const change: UpdatedFields = {
    ...fields,
    ...Object.fromEntries(allowed),
    topics: Object.fromEntries(turnedOff),
    ...(asks && !test ? { ask: 'once' as const } : {}),
  }
  const updated = await updateGuest(tx, organisationId, guestId, change, by, consequences)
  if (updated.kind !== 'updated') return updated
  for (const [field, value] of allowed) {
    const isNewRefusal = value === false && field !== 'do_not_contact' && !before[field as ConsentField]
    if (isNewRefusal && !refused.has(field as ConsentField)) {
      await recordRefusal(tx, guestId, field as ConsentField, by)
    }
  }
  const topicsKeptOff = choices
    .filter(([id, { on }]) => on && before.topics_off.includes(id))
    .map(([id]) => id)
  return { ...updated, refusalsKept, topicsKeptOff }
}

type Stated = Partial<Record<ConsentField, ConsentStatement>>

function statedBy(consent: Consent | null | undefined): Stated {
  return {
    ...(consent?.email ? { email_consent: consent.email } : {}),
    ...(consent?.sms ? { sms_consent: consent.sms } : {}),
  }
}

function wantedBy(
  stated: Stated,
  do_not_contact: boolean | null | undefined,
): Partial<Record<ConsentField, boolean>> {
  return {
    ...Object.fromEntries(Object.entries(stated).map(([field, { given }]) => [field, given])),
    ...(typeof do_not_contact === 'boolean' ? { do_not_contact } : {}),
  }
}
