import { type Static, Type } from 'typebox'
import { Brand } from './brand.ts'
import { OpeningHours } from './calendar.ts'
import { ListLinks, nullable, Timestamp } from './common.ts'
import { PlainScalar } from './condition.ts'
import { countryPattern } from './phone.ts'

export const Venue = Type.Object(
  {
    serial: Type.String({ maxLength: 12 }),
    name: Type.String(),
    time_zone: Type.String({ description: 'IANA name.', examples: ['Europe/London'] }),
    created_at: Timestamp,
  },
  { $id: 'Venue', title: 'Venue' },
)
export type Venue = Static<typeof Venue>

export const VenueList = Type.Object(
  { data: Type.Array(Venue), links: ListLinks },
  { $id: 'VenueList', title: 'A page of venues' },
)

const closed = { additionalProperties: false } as const
const text = (maxLength: number) => Type.String({ minLength: 1, maxLength })

const settable = {
  name: text(200),
  time_zone: text(64),
  /** null: the organisation's. */
  locale: nullable(Type.String({ minLength: 2, maxLength: 35 })),
  /** By whose rules phone numbers without a country code are read. null: the organisation's. */
  country: nullable(Type.String({ pattern: countryPattern })),
  /** null: not known, so it counts as always open. */
  opening_hours: nullable(OpeningHours),
  /** Who SMS about this venue are from: a number, a short code or a name. null: the organisation's sender. */
  sms_from: nullable(Type.String({ minLength: 1, maxLength: 20 })),
  /** Of e-mails. null: the organisation's. */
  brand: nullable(Brand),
  /** For templates and conditions: venue.variables.<key>. */
  variables: Type.Record(Type.String({ pattern: '^[a-z][a-z0-9_]{0,49}$' }), PlainScalar, closed),
  /** Events of a paused venue start no runs. */
  paused: Type.Boolean(),
}

/** A venue as its page in the dashboard shows it. */
export const ManagedVenue = Type.Object(
  { serial: Type.String({ maxLength: 12 }), ...settable, created_at: Timestamp },
  { $id: 'ManagedVenue', title: 'A venue with all that is set for it' },
)
export type ManagedVenue = Static<typeof ManagedVenue>

export const VenueChange = Type.Partial(Type.Object(settable), { $id: 'VenueChange', ...closed })
export type VenueChange = Static<typeof VenueChange>

export const NewVenue = Type.Object(
  { ...VenueChange.properties, serial: text(12), name: settable.name, time_zone: settable.time_zone },
  { $id: 'NewVenue', ...closed },
)
export type NewVenue = Static<typeof NewVenue>
