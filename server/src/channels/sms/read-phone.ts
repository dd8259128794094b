import { isPhone } from '@millrace/contract/phone'
import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** Has this country phone numbers? ISO 3166, as GB. */
export const isCountry = (code: string): boolean => isSupportedCountry(code)

export type ReadPhone =
  | { readonly kind: 'read'; readonly phone: string }
  /** It has no country code, and nothing says which country it is in. */
  | { readonly kind: 'no_country' }
  | { readonly kind: 'not_a_phone' }

/**
 * A phone number in E.164, from the way people write it: with spaces and brackets, with the prefix of their country or
 * of a call abroad. A number that is complete stays as it is, whatever the numbering plan of its country says today: only
 * the provider knows whether it exists.
 */
export function readPhone(text: string, country: string | null): ReadPhone {
  const written = text.trim()
  if (isPhone(written)) return { kind: 'read', phone: written }
  const known = country !== null && isSupportedCountry(country) ? { defaultCountry: country } : {}
  const read = parsePhoneNumberFromString(written, { ...known, extract: false })
  if (read?.isPossible() && isPhone(read.number)) return { kind: 'read', phone: read.number }
  const isNational = /^[\d(][\d\s().\-/]{4,}$/.test(written)
  return { kind: country === null && isNational ? 'no_country' : 'not_a_phone' }
}

/** The digits of a complete phone number after the code of its country; undefined where it is none. */
export const nationalNumber = (phone: string): string | undefined =>
  isPhone(phone) ? parsePhoneNumberFromString(phone)?.nationalNumber : undefined
