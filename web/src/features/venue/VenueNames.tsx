import { Link } from 'wouter'
import { t } from '../../language/words.ts'
import { useVenueSuggestions } from './use-venue-suggestions.ts'

export interface VenueNamesProps {
  serials: readonly string[]
  /** Without links: in a table, the first link of a row is the row's. */
  plain?: boolean
}

/** Venues by their names, each with the way to its page; one that is unknown by its code. */
export function VenueNames({ serials, plain = false }: VenueNamesProps) {
  const venues = useVenueSuggestions({ enabled: serials.length > 0 })
  if (serials.length === 0) return t`none`
  return serials.map((serial, place) => {
    const name = venues?.find(({ value }) => value === serial)?.label
    return (
      <span key={serial}>
        {place > 0 && ', '}
        {name === undefined || plain ? (
          <span title={serial}>{name ?? serial}</span>
        ) : (
          <Link to={`/venues/${encodeURIComponent(serial)}`} title={serial}>
            {name}
          </Link>
        )}
      </span>
    )
  })
}
