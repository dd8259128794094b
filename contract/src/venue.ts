import { type Static, Type } from 'typebox'
import { ListLinks, Timestamp } from './common.ts'

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
