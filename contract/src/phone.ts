/**
 * A complete phone number as in E.164: a plus, and up to 15 digits that do not start with 0. The standard has no
 * minimum length. Guests could always be stored with six digits; a higher minimum would refuse numbers that are
 * already stored, and only the provider knows whether a number exists.
 */
export const phonePattern = '^\\+[1-9][0-9]{5,14}$'

const phone = new RegExp(phonePattern)

export const isPhone = (text: string): boolean => phone.test(text)

/** ISO 3166, as GB. Whether the country has phone numbers is known to the server, which has the numbering plans. */
export const countryPattern = '^[A-Z]{2}$'
