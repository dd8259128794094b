import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** Who a message is from: a number, a short code or a name; or a service of the provider that chooses one. */
export type Sender = { readonly from: string } | { readonly messagingServiceSid: string }

export interface Senders {
  readonly sender: Sender
  /** By the country of the guest's number. */
  readonly byCountry?: Readonly<Record<string, string>> | undefined
}

/** As it is written in the settings: the SIDs of messaging services begin with MG, and are longer than any name. */
export const senderOf = (from: string): Sender =>
  from.startsWith('MG') && from.length > LONGEST_NAME ? { messagingServiceSid: from } : { from }

/** GSM 03.40: an address of letters has eleven characters of seven bits. */
const LONGEST_NAME = 11

/** A name cannot be answered. */
export const isName = (sender: string) => /\p{L}/u.test(sender)

/** What is wrong with a number, a short code or a name, as a sentence. */
export function senderFault(sender: string): string | undefined {
  if (!isName(sender))
    return /^\+?\d{3,15}$/.test(sender)
      ? undefined
      : 'The sender must be a number with its country code, a short code, or a name.'
  if (!/^[\w .-]+$/.test(sender)) return 'A name as the sender is letters, digits, spaces, dots and hyphens.'
  return sender.length > LONGEST_NAME
    ? `A name as the sender has at most ${LONGEST_NAME} characters.`
    : undefined
}

/**
 * Countries whose networks replace or refuse names as senders, as Twilio and Vonage list them by country. Others ask for names
 * to be registered first, which only the provider knows.
 */
const numbersOnly = new Set(
  'AR BE BR CA CL CN CO CR DO EC GT HN KR MX MY NI NZ PA PE PR SV TW US UY VE ZA'.split(' '),
)

/** The country of a complete phone number, where its first digits say so. Those of North America are one plan. */
function countryOf(phone: string): string | undefined {
  const read = parsePhoneNumberFromString(phone)
  return read?.country ?? (read?.countryCallingCode === '1' ? 'US' : undefined)
}

/**
 * Who a message to this number is from: the sender for the country of the number, else that of the venue, else the usual one, the
 * first that the country takes. undefined: it takes none of them.
 */
export function senderTo(
  phone: string,
  { sender, byCountry = {} }: Senders,
  ofVenue?: string,
): Sender | undefined {
  const country = countryOf(phone)
  const forCountry = country === undefined ? undefined : byCountry[country]
  const wanted: Sender[] = [forCountry, ofVenue].flatMap(from => (from === undefined ? [] : [{ from }]))
  return [...wanted, sender].find(
    one => !('from' in one && isName(one.from) && country !== undefined && numbersOnly.has(country)),
  )
}
