/** What conditions can read about a guest. */
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
  /** The ids of the segments that they are known to be in; missing for a guest who is only imagined. */
  readonly segments?: readonly string[]
  /** The topics of marketing that they have turned off; missing for a guest who is only imagined. */
  readonly topics_off?: readonly string[]
  /** Why nothing may be sent to the guest's addresses, by channel; read only where something may be sent. */
  readonly suppressed?: Readonly<Partial<Record<'email' | 'sms', string>>> | null
}

/** A guest of whom only the existence is known: what was not read, or is yet to be said, is empty. */
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

/** For a guest called g. */
export const profileColumns = `g.id, g.name, g.email, g.phone, g.email_consent, g.sms_consent, g.do_not_contact,
  g.topics_off, g.tags, g.points, g.attributes, ARRAY(
    SELECT m.segment_id FROM segment_members m
    WHERE m.organisation_id = g.organisation_id AND m.guest_id = g.id AND m.left_at IS NULL
  )::text[] AS segments`

/**
 * Why nothing may be sent to an address: one look-up. The index of addresses has the collation of the database, the keys of
 * guests have "C": without saying by which they are compared, every suppression of the organisation would be read.
 */
const inForce = (channel: 'email' | 'sms', key: string) => `(
    SELECT s.reason FROM suppressions s
    WHERE s.organisation_id = g.organisation_id AND s.channel = '${channel}' AND s.address = ${key} COLLATE "default" AND s.lifted_at IS NULL)`
const byEmail = inForce('email', 'g.email_key')
const bySms = inForce('sms', 'g.phone_key')

/** The same with what decides whether the guest may be sent something. */
export const sendableColumns = `${profileColumns},
  CASE WHEN ${byEmail} IS NOT NULL OR ${bySms} IS NOT NULL
    THEN json_strip_nulls(json_build_object('email', ${byEmail}, 'sms', ${bySms})) END AS suppressed`
