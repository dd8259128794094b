import { type Static, Type } from 'typebox'
import { AnyObject, ListLinks, nullable, PageQuery, sortedBy, Uuid } from '../common.ts'
import {
  GuestsMerged as AnyGuestsMerged,
  MergeRequest as AnyMergeRequest,
  MergeUndone as AnyMergeUndone,
  Guest,
  GuestChange,
  GuestMerge,
  PointsAdjustment,
} from '../guest.ts'
import { TimelineEntry } from '../timeline.ts'
import { ChoiceId, MOST_TOPICS } from '../topic.ts'
import { VisitFacts } from '../visit.ts'
import { plain } from './plain.ts'

export const consentFields = ['email_consent', 'sms_consent', 'do_not_contact'] as const

/** What changes, and the reason where it is a consent. */
export const Change = plain(
  Type.Object(
    {
      ...GuestChange.properties,
      /** By id: true turns a topic of marketing on, false turns it off; the same for click counting. */
      topics: Type.Optional(
        Type.Record(ChoiceId, Type.Boolean(), { maxProperties: MOST_TOPICS + 1, minProperties: 1 }),
      ),
      /** With email_consent: true: the guest is sent a link to confirm it, at most once a day, and it counts from then on. */
      ask_to_confirm: Type.Optional(Type.Boolean()),
      reason: Type.Optional(Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' })),
    },
    { additionalProperties: false, minProperties: 1 },
  ),
)
export type Change = Static<typeof Change>

export const Points = plain(PointsAdjustment)

export const guestFilter = {
  text: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 254,
      pattern: '^[^\\u0000]+$',
      description:
        'The beginning of a name, a last name, an e-mail address, a phone number or an external id.',
    }),
  ),
  tag: Type.Optional(Type.String({ minLength: 1, maxLength: 100, pattern: '^[^\\u0000]+$' })),
}

/** Extended by a search text, which may be long. */
export const GuestQuery = {
  ...PageQuery,
  ...sortedBy('created', 'name'),
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 2_000 })),
  ...guestFilter,
}

export const GuestFacts = Type.Object({
  facts: plain(VisitFacts),
  serials: nullable(Type.Array(Type.String()), 'The venues that they are about; null: all.'),
  segments: nullable(
    Type.Array(Type.Object({ id: Uuid, name: Type.String() })),
    'Those that the guest is in; null for members of some venues, who see none.',
  ),
})

/** What guests have so far, for those who choose instead of typing. */
export const GuestValues = Type.Object({
  tags: Type.Array(Type.String()),
  attributes: Type.Array(Type.String(), { description: 'Names of attributes.' }),
})

export const GuestPage = Type.Object({ data: Type.Array(Guest), links: ListLinks })

export const GuestTimeline = Type.Object({ data: Type.Array(plain(TimelineEntry)), links: ListLinks })

/** The guest's id again, so that no guest is deleted by mistake. */
export const Erasure = Type.Object({ guest_id: Guest.properties.id }, { additionalProperties: false })
export type Erasure = Static<typeof Erasure>

export const GuestExport = Type.Object({ exported_at: Type.String(), stored: AnyObject })

export const MergeRequest = plain(AnyMergeRequest)
export const GuestsMerged = plain(AnyGuestsMerged)
export const MergeUndone = plain(AnyMergeUndone)

/** Newest first. */
export const GuestMerges = Type.Object({
  merges: Type.Array(
    Type.Object({
      ...GuestMerge.properties,
      merged_name: nullable(Type.String(), 'What the guest was called; null: not known, or no longer.'),
    }),
  ),
})
export type GuestMerges = Static<typeof GuestMerges>
