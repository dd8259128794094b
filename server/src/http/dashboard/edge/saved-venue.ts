import type { ManagedVenue } from '@millrace/contract/venue'
import type { SavedVenue } from '#venues/save-venue.ts'
import { Refusal } from '../../refusal.ts'

export function savedVenue(result: SavedVenue): ManagedVenue {
  switch (result.kind) {
    case 'saved':
      return result.venue
    case 'faults':
      throw new Refusal('validation_failed', { errors: result.faults })
    case 'exists':
      throw new Refusal('venue_exists')
    case 'not_found':
      throw new Refusal('venue_not_found')
  }
}
