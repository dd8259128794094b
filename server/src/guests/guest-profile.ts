/** What conditions may ask of a guest. */
export interface GuestProfile {
  readonly id: string
  readonly name: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly email_consent: boolean
  readonly sms_consent: boolean
  readonly do_not_contact: boolean
  readonly tags: readonly string[]
  readonly points: number
  readonly attributes: Readonly<Record<string, string | number | boolean | null>>
}

/** A guest of whom nothing was read but that they are there: for where nobody asks for more. */
export const unread = (id: string): GuestProfile => ({
  id,
  name: null,
  email: null,
  phone: null,
  email_consent: false,
  sms_consent: false,
  do_not_contact: false,
  tags: [],
  points: 0,
  attributes: {},
})

/** Of a guest called g. */
export const profileColumns = `g.id, g.name, g.email, g.phone, g.email_consent, g.sms_consent, g.do_not_contact,
  g.tags, g.points, g.attributes`
