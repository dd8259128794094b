import { t } from '../../language/words.ts'
import { VenueNames } from '../venue/VenueNames.tsx'

/** The venues that someone sees, by their names. */
export function AccessVenues({ serials }: { serials: readonly string[] | null }) {
  if (serials === null) return t`All venues`
  return serials.length === 0 ? t`No venue` : <VenueNames plain serials={serials} />
}
