import type { ManagedVenue, VenueChange } from '@millrace/contract/venue'
import { useState } from 'react'
import { changeVenue } from '../../api/management.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { useTakeVenue } from './use-take-venue.ts'

/** One part of a venue, saved by itself. Until somebody edits it, it shows what is stored. */
export function useVenuePart<Value>(
  { serial }: ManagedVenue,
  stored: Value,
  changeOf: (value: Value) => VenueChange,
) {
  const take = useTakeVenue()
  const [typed, setTyped] = useState<Value>()
  const value = typed ?? stored
  const submission = useSubmit(
    () => changeVenue(serial, changeOf(value)),
    answer => {
      take(answer)
      setTyped(undefined)
    },
  )
  return {
    value,
    change: (part: Partial<Value>) => setTyped({ ...value, ...part }),
    edited: typed !== undefined,
    submission,
  }
}
