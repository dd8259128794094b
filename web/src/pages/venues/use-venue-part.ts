import type { ManagedVenue, VenueChange } from '@millrace/contract/venue'
import { changeVenue } from '../../api/management.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { fieldsOf } from '../../components/form/fields-of.ts'
import { useEdited } from '../../components/form/use-edited.ts'
import { useVenueSaved } from './use-venue-saved.ts'

/** One part of a venue, saved separately. */
export function useVenuePart<Value extends object>(
  { serial }: ManagedVenue,
  stored: Value,
  changeOf: (value: Value) => VenueChange,
) {
  const saved = useVenueSaved()
  const { value, change, edited, discard } = useEdited(stored)
  const submission = useSubmit(
    () => changeVenue(serial, changeOf(value)),
    answer => {
      saved(answer)
      discard()
    },
  )
  return {
    value,
    change,
    field: fieldsOf(value, change, submission.failure),
    edited,
    submission,
  }
}
