import type { ManagedVenue, VenueChange } from '@millrace/contract/venue'
import { changeVenue } from '../../api/management.ts'
import { useStoredForm } from '../../components/form/use-stored-form.ts'
import { useVenueSaved } from './use-venue-saved.ts'

/** One part of a venue, saved separately. */
export const useVenuePart = <Value extends object>(
  { serial }: ManagedVenue,
  stored: Value,
  changeOf: (value: Value) => VenueChange,
) => useStoredForm(stored, value => changeVenue(serial, changeOf(value)), useVenueSaved())
