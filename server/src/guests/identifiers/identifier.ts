import type { GivenIdentifier, Identifier } from '@millrace/contract/identifier'
import { readPhone } from '#channels/sms/read-phone.ts'

/** Read, but not normalised yet: the database does that, see `identifier_value` in migrations/0024_identifiers.sql. */
export interface ReadIdentifier {
  readonly type: Identifier['type']
  /** Empty: an identifier that needs none, or the organisation's own id. */
  readonly system: string
  readonly value: string
}

export type Reading =
  | { readonly kind: 'read'; readonly identifier: ReadIdentifier }
  /** What is wrong, and with which of its fields. */
  | { readonly kind: 'fault'; readonly field: 'value' | 'system'; readonly sentence: string }

const email = /^[^@\s]+@[^@\s]+$/
const LONGEST_EXTERNAL_ID = 200

/** Reads an identifier as a sender wrote it; a phone number by the country where it was written. */
export function readIdentifier({ type, value, system }: GivenIdentifier, country: string | null): Reading {
  const fault = (sentence: string, field: 'value' | 'system' = 'value') =>
    ({ kind: 'fault', field, sentence }) as const
  const read = (text: string) =>
    ({ kind: 'read', identifier: { type, system: system ?? '', value: text } }) as const
  if (type === 'external_id') {
    if (value.length > LONGEST_EXTERNAL_ID)
      return fault(`must have at most ${LONGEST_EXTERNAL_ID} characters`)
    return read(value)
  }
  if (typeof system === 'string') return fault('is for an external_id only', 'system')
  if (type === 'email') {
    const address = value.trim()
    return email.test(address) ? read(address) : fault('must be an e-mail address')
  }
  const phone = readPhone(value, country)
  return phone.kind === 'read' ? read(phone.phone) : fault(phoneFaults[phone.kind])
}

export const phoneFaults = {
  no_country:
    'has no country code. Write it as +442079460000, name a venue with a country, or set the country of the organisation',
  not_a_phone: 'must be a phone number, as +442079460000',
} as const

export const toIdentifier = ({ type, system, value }: ReadIdentifier): Identifier => ({
  type,
  value,
  system: system === '' ? null : system,
})

/** The same for the same identifier, once it is normalised. */
export const nameOf = ({ type, system, value }: ReadIdentifier): string => `${type} ${system} ${value}`
