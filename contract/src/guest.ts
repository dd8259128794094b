import { type Static, Type } from 'typebox'
import { AnyObject, ListLinks, nullable, Timestamp, Uuid } from './common.ts'
import { Parameters } from './event.ts'
import { phonePattern } from './phone.ts'

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
    tags: Type.Array(Type.String()),
    points: Type.Integer(),
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
