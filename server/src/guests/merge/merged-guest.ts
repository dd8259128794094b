import type { Guest } from '@millrace/contract/guest'

/** The consents that a guest has refused. */
export type Refusals = ReadonlySet<string>

export type MergedFields = Pick<
  Guest,
  | 'name'
  | 'email'
  | 'phone'
  | 'external_id'
  | 'email_consent'
  | 'sms_consent'
  | 'do_not_contact'
  | 'topics_off'
  | 'tags'
  | 'points'
  | 'attributes'
>

/**
 * One guest of two. What the guest who stays lacks comes from the other. Of consents the stricter wins: one of theirs counts
 * unless the other has refused it, or could be reached on the channel and has not agreed. Pure.
 */
export function mergedGuest(
  stays: { readonly guest: Guest; readonly refused: Refusals },
  merged: { readonly guest: Guest; readonly refused: Refusals },
): MergedFields {
  const { guest: one } = stays
  const { guest: other } = merged
  const consent = (field: 'email_consent' | 'sms_consent') =>
    (one[field] || other[field]) && !denies(stays, field) && !denies(merged, field)
  return {
    name: one.name ?? other.name,
    email: one.email ?? other.email,
    phone: one.phone ?? other.phone,
    external_id: one.external_id ?? other.external_id,
    email_consent: consent('email_consent'),
    sms_consent: consent('sms_consent'),
    do_not_contact: one.do_not_contact || other.do_not_contact,
    topics_off: [...new Set([...one.topics_off, ...other.topics_off])].sort(),
    tags: [...new Set([...one.tags, ...other.tags])],
    points: one.points + other.points,
    attributes: { ...other.attributes, ...one.attributes },
  }
}

const addresses = { email_consent: 'email', sms_consent: 'phone' } as const

/** A guest without an address for a channel was never asked about it. */
const denies = (
  { guest, refused }: { readonly guest: Guest; readonly refused: Refusals },
  field: keyof typeof addresses,
) => refused.has(field) || (!guest[field] && guest[addresses[field]] !== null)
