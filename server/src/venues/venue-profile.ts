import type { Brand } from '@millrace/contract/brand'
import type { OpeningHours } from '@millrace/contract/calendar'

/** What workflows can read of a venue. */
export interface VenueProfile {
  readonly serial: string
  readonly name: string
  readonly time_zone: string
  readonly locale: string | null
  readonly country: string | null
  /** Who SMS are from. */
  readonly sms_from: string | null
  readonly opening_hours: OpeningHours | null
  /** What of the organisation's brand is different here. */
  readonly brand: Brand | null
  readonly variables: Readonly<Record<string, string | number | boolean | null>>
  /** Events of a paused venue start no runs. */
  readonly paused: boolean
}

/** For a venue with the alias v. */
export const venueColumns =
  'v.serial, v.name, v.time_zone, v.locale, v.country, v.sms_from, v.opening_hours, v.brand, v.variables, v.paused'
