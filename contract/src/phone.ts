/**
 * A phone number in full, as E.164 writes it: a plus, and up to 15 digits that do not begin with 0. The standard has
 * no least length. Six digits is what guests could always be stored with; to ask for more would turn away numbers that
 * are stored already, and whether a number exists only the provider knows.
 */
export const phonePattern = '^\\+[1-9][0-9]{5,14}$'

const phone = new RegExp(phonePattern)

export const isPhone = (text: string): boolean => phone.test(text)
