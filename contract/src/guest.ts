import { type Static, Type } from 'typebox'
import { AnyObject, ListLinks, nullable, Timestamp, Uuid, words } from './common.ts'
import { Parameters } from './event.ts'
import { GivenIdentifier, Identifier, PlainIdentifier } from './identifier.ts'
import { phonePattern } from './phone.ts'
import { TopicStatements } from './topic.ts'

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength })
const Tags = Type.Array(text(100), { maxItems: 100 })

/** What a guest has that is given by others. */
export const guestFields = {
  external_id: Type.Optional(nullable(text(200), 'Your own id of the person; unique in your organisation.')),
  name: Type.Optional(nullable(text(200))),
  email: Type.Optional(nullable(Type.String({ maxLength: 254, pattern: '^[^@\\s]+@[^@\\s]+$' }))),
  phone: Type.Optional(nullable(Type.String({ pattern: phonePattern }), 'E.164, as +442079460000.')),
  email_consent: Type.Optional(Type.Boolean()),
  sms_consent: Type.Optional(Type.Boolean()),
  do_not_contact: Type.Optional(Type.Boolean()),
  tags: Type.Optional(Tags),
  attributes: Type.Optional(Parameters),
}

const nullableParameters = Type.Unsafe<Static<typeof Parameters> | null>({
  ...Parameters,
  type: ['object', 'null'],
})

/** Where nothing is stored yet, null is the same as leaving a field out. */
export const NewGuest = Type.Object(
  {
    ...guestFields,
    email_consent: Type.Optional(nullable(Type.Boolean())),
    sms_consent: Type.Optional(nullable(Type.Boolean())),
    do_not_contact: Type.Optional(nullable(Type.Boolean())),
    tags: Type.Optional(nullable(Tags)),
    attributes: Type.Optional(nullableParameters),
  },
  {
    $id: 'NewGuest',
    title: 'A person to register',
    additionalProperties: false,
    examples: [{ external_id: 'crm-1017', name: 'Ada Byron', email: 'ada@example.com', email_consent: true }],
  },
)
export type NewGuest = Static<typeof NewGuest>

/** Named fields change, the others stay. Tags are replaced as a whole; an attribute set to null is removed. */
export const GuestChange = Type.Object(guestFields, {
  $id: 'GuestChange',
  title: 'What is to change about a guest',
  additionalProperties: false,
  minProperties: 1,
})
export type GuestChange = Static<typeof GuestChange>

const closed = { additionalProperties: false } as const

/** A consent is worth what can be shown of it: when it was given, where, and in which words. */
export const ConsentStatement = Type.Object(
  {
    given: Type.Boolean({ description: 'false: a refusal, which no later request makes a consent.' }),
    at: Type.String({ format: 'date-time', description: 'When the guest said so; not in the future.' }),
    where: Type.Optional(nullable(text(200), 'Such as the form or the venue. Required where it was given.')),
    words: Type.Optional(nullable(text(2_000), 'What the guest agreed to. Required where it was given.')),
  },
  closed,
)
export type ConsentStatement = Static<typeof ConsentStatement>

export const Consent = Type.Object(
  {
    email: Type.Optional(nullable(ConsentStatement)),
    sms: Type.Optional(nullable(ConsentStatement)),
  },
  closed,
)
export type Consent = Static<typeof Consent>

const serial = nullable(
  Type.String({ minLength: 1, maxLength: 12 }),
  'The venue by whose country phone numbers are read that have no country code. Default: that of the organisation.',
)

/** What is absent or null stays as it is. */
export const GuestRecord = Type.Object(
  {
    identifiers: Type.Array(GivenIdentifier, {
      minItems: 1,
      maxItems: 20,
      description: 'In the order in which they are tried: the first that a guest has decides.',
    }),
    serial: Type.Optional(serial),
    name: Type.Optional(nullable(text(200))),
    do_not_contact: Type.Optional(nullable(Type.Boolean())),
    tags: Type.Optional(nullable(Tags, 'Replaced as a whole.')),
    attributes: Type.Optional(nullableParameters),
    consent: Type.Optional(nullable(Consent)),
    topics: Type.Optional(nullable(TopicStatements)),
  },
  {
    $id: 'GuestRecord',
    title: 'A guest to find or to create',
    ...closed,
    examples: [
      {
        identifiers: [
          { type: 'external_id', system: 'toast', value: '8813-22' },
          { type: 'email', value: 'ada@example.com' },
        ],
        name: 'Ada Byron',
      },
    ],
  },
)
export type GuestRecord = Static<typeof GuestRecord>

/** Named fields change, the others stay; null removes what can be removed. */
export const GuestPatch = Type.Object(
  {
    external_id: guestFields.external_id,
    name: guestFields.name,
    email: guestFields.email,
    phone: Type.Optional(
      nullable(text(50), 'E.164, or as it is dialled in the country of the venue or the organisation.'),
    ),
    serial: Type.Optional(serial),
    do_not_contact: Type.Optional(nullable(Type.Boolean())),
    tags: Type.Optional(nullable(Tags, 'Replaced as a whole.')),
    attributes: Type.Optional(nullableParameters),
    consent: Type.Optional(nullable(Consent)),
    topics: Type.Optional(nullable(TopicStatements)),
    add_identifiers: Type.Optional(nullable(Type.Array(GivenIdentifier, { maxItems: 20 }))),
    remove_identifiers: Type.Optional(nullable(Type.Array(GivenIdentifier, { maxItems: 20 }))),
  },
  {
    $id: 'GuestPatch',
    title: 'What changes about a guest',
    ...closed,
    minProperties: 1,
    examples: [{ name: 'Ada Byron', attributes: { favourite_table: '12' } }],
  },
)
export type GuestPatch = Static<typeof GuestPatch>

export const PointsAdjustment = Type.Object(
  {
    /** A negative number removes points. */
    points: Type.Integer({ minimum: -1_000_000, maximum: 1_000_000 }),
    reason: text(200),
  },
  { $id: 'PointsAdjustment', title: 'Points given or taken by a person', additionalProperties: false },
)
export type PointsAdjustment = Static<typeof PointsAdjustment>

export const Guest = Type.Object(
  {
    id: Uuid,
    organisation_registration_id: Uuid,
    external_id: nullable(Type.String()),
    name: nullable(Type.String()),
    email: nullable(Type.String()),
    phone: nullable(Type.String()),
    email_consent: Type.Boolean(),
    sms_consent: Type.Boolean(),
    do_not_contact: Type.Boolean(),
    email_asked_at: nullable(
      Timestamp,
      'Since when a consent to e-mail waits for the guest to confirm it; null: there is none that waits.',
    ),
    topics_off: Type.Array(Type.String(), {
      description:
        'Topics of marketing that the guest has turned off, by their ids; "@clicks" where they do not want their clicks to be counted.',
    }),
    tags: Type.Array(Type.String()),
    points: Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }),
    attributes: AnyObject,
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { $id: 'Guest', title: 'Guest: a person registered with the organisation' },
)
export type Guest = Static<typeof Guest>

export const GuestAnswer = Type.Object(
  { message: Type.String(), guest: Guest },
  { $id: 'GuestAnswer', title: 'Answer about one guest' },
)

export const GuestList = Type.Object(
  { data: Type.Array(Guest), links: ListLinks },
  { $id: 'GuestList', title: 'A page of guests' },
)

const identifiers = Type.Array(Identifier, { description: 'All that the guest is known by.' })

export const GuestMerge = Type.Object(
  {
    id: Uuid,
    merged_id: Type.Unsafe<string>({
      ...Uuid,
      description: 'The guest who was merged. The id keeps working.',
    }),
    guest_id: Type.Unsafe<string>({ ...Uuid, description: 'The guest who stayed.' }),
    merged_at: Timestamp,
    merged_by: Type.String(),
    undo_until: nullable(Timestamp, 'null: it is too late to undo it.'),
  },
  { $id: 'GuestMerge', title: 'Two guests who became one' },
)
export type GuestMerge = Static<typeof GuestMerge>

export const MergeRequest = Type.Object(
  {
    organisation_registration_id: Type.Unsafe<string>({
      ...Uuid,
      description: 'The guest who is merged into the one in the address.',
    }),
    dry_run: Type.Optional(
      nullable(Type.Boolean(), 'true: only answers what the guest would be, and changes nothing.'),
    ),
  },
  {
    $id: 'MergeRequest',
    title: 'Who is merged into a guest',
    ...closed,
    examples: [{ organisation_registration_id: '0192d3f8-7c1e-7a54-9f0b-6a1f2b3c4d5e' }],
  },
)
export type MergeRequest = Static<typeof MergeRequest>

export const GuestsMerged = Type.Object(
  {
    message: Type.String(),
    dry_run: Type.Boolean(),
    guest: Guest,
    identifiers,
    merge: Type.Optional(GuestMerge),
  },
  { $id: 'GuestsMerged', title: 'One guest of two' },
)
export type GuestsMerged = Static<typeof GuestsMerged>

export const MergeUndone = Type.Object(
  { message: Type.String(), guest: Guest, merged: Guest },
  { $id: 'MergeUndone', title: 'Two guests of one again' },
)
export type MergeUndone = Static<typeof MergeUndone>

export const IdentifiedGuest = Type.Object(
  {
    message: Type.String(),
    guest: Guest,
    identifiers,
    merges: Type.Array(GuestMerge, {
      description: 'The guests who were merged into this one, newest first.',
    }),
  },
  { $id: 'IdentifiedGuest', title: 'A guest, and what they are known by' },
)
export type IdentifiedGuest = Static<typeof IdentifiedGuest>

export const HeldByAnother = Type.Object(
  { identifier: Identifier, organisation_registration_id: Uuid },
  { $id: 'HeldByAnother', title: 'An identifier that another guest has' },
)
export type HeldByAnother = Static<typeof HeldByAnother>

const outcome = {
  refusals_kept: Type.Array(words(['email_consent', 'sms_consent', 'do_not_contact']), {
    description: 'The guest refused these before, so they were not changed.',
  }),
  topics_kept_off: Type.Array(Type.String(), {
    description: 'Topics that were turned off before, so they were not turned on.',
  }),
  not_added: Type.Array(HeldByAnother, {
    description: 'Identifiers that belong to another guest, who may be the same person.',
  }),
}

export const GuestRecorded = Type.Object(
  {
    message: Type.String(),
    created: Type.Boolean({ description: 'false: the guest was there already.' }),
    found_by: nullable(PlainIdentifier, 'The identifier that decided; null for a new guest.'),
    guest: Guest,
    identifiers,
    ...outcome,
  },
  { $id: 'GuestRecorded', title: 'A guest that was found or created' },
)
export type GuestRecorded = Static<typeof GuestRecorded>

export const GuestPatched = Type.Object(
  { message: Type.String(), guest: Guest, identifiers, ...outcome },
  { $id: 'GuestPatched', title: 'A guest that was changed' },
)
export type GuestPatched = Static<typeof GuestPatched>
