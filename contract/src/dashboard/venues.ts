import { Type } from 'typebox'
import { ListLinks } from '../common.ts'
import { ManagedVenue, NewVenue as NewVenueNamed, VenueChange } from '../venue.ts'
import { plain } from './plain.ts'

export const OwnVenue = plain(ManagedVenue)
export const NewVenue = plain(NewVenueNamed)
export const Change = plain(VenueChange)

export const VenuePage = Type.Object({ data: Type.Array(OwnVenue), links: ListLinks })
export const VenueAnswer = Type.Object({ message: Type.String(), venue: OwnVenue })
