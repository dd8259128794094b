import type { OpeningHours } from '@millrace/contract/calendar'

/** What workflows may ask of a venue. */
export interface VenueProfile {
  readonly serial: string
  readonly name: string
  readonly time_zone: string
  readonly locale: string | null
  readonly opening_hours: OpeningHours | null
  readonly variables: Readonly<Record<string, string | number | boolean | null>>
  /** Events of a paused venue start nothing. */
  readonly paused: boolean
}

/** Of a venue called v. */
export const venueColumns = 'v.serial, v.name, v.time_zone, v.locale, v.opening_hours, v.variables, v.paused'
