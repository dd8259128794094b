import type { OpeningHours } from '@millrace/contract/calendar'
import type { ManagedVenue, VenueChange } from '@millrace/contract/venue'
import type { Failure } from '../../api/answer.ts'
import { rowsOf, type ScalarRow, valuesOf } from '../../components/form/scalar-row.ts'
import { type BrandForm, brandOfForm, formOfBrand } from '../../features/brand/brand-form.ts'

export interface GeneralForm {
  readonly name: string
  readonly time_zone: string
  readonly locale: string
  readonly country: string
  readonly sms_from: string
}

export interface HoursForm {
  readonly way: 'always' | 'hours'
  readonly weekly: OpeningHours['weekly']
  readonly exceptions: NonNullable<OpeningHours['exceptions']>
}

/** What is set for a venue, by the parts of its page. */
export interface VenueForm {
  readonly general: GeneralForm
  readonly hours: HoursForm
  readonly variables: readonly ScalarRow[]
  readonly brand: BrandForm
}

export interface PartProps<Value> {
  readonly value: Value
  change(part: Partial<Value>): void
  readonly failure: Failure | undefined
}

export const formOfVenue = (venue: ManagedVenue): VenueForm => ({
  general: {
    name: venue.name,
    time_zone: venue.time_zone,
    locale: venue.locale ?? '',
    country: venue.country ?? '',
    sms_from: venue.sms_from ?? '',
  },
  hours: {
    way: venue.opening_hours === null ? 'always' : 'hours',
    weekly: venue.opening_hours?.weekly ?? {},
    exceptions: venue.opening_hours?.exceptions ?? [],
  },
  variables: rowsOf(venue.variables),
  brand: formOfBrand(venue.brand),
})

/** Only the parts that differ from what is stored: what a colleague changes in another part meanwhile stays. */
export function changeOf(form: VenueForm, stored: VenueForm): VenueChange {
  const isChanged = (part: keyof VenueForm) => JSON.stringify(form[part]) !== JSON.stringify(stored[part])
  return {
    ...(isChanged('general') ? changedGeneral(form.general) : {}),
    ...(isChanged('hours') ? { opening_hours: hoursOf(form.hours) } : {}),
    ...(isChanged('variables') ? { variables: Object.fromEntries(valuesOf(form.variables)) } : {}),
    ...(isChanged('brand') ? { brand: brandOfForm(form.brand) } : {}),
  }
}

const changedGeneral = ({ name, time_zone, locale, country, sms_from }: GeneralForm): VenueChange => ({
  name: name.trim(),
  time_zone,
  locale: locale.trim() || null,
  country: country.trim().toUpperCase() || null,
  sms_from: sms_from.trim() || null,
})

const hoursOf = ({ way, weekly, exceptions }: HoursForm): OpeningHours | null =>
  way === 'always' ? null : { weekly, exceptions }
