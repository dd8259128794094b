import { useQuery } from '@tanstack/react-query'
import type { Failure } from '../../api/answer.ts'
import { listVenues } from '../../api/management.ts'
import { asked } from '../../api/queries.ts'
import { faultsOf } from '../../components/form/Control.tsx'
import { TokensField } from '../../components/form/TokensField.tsx'
import { useVenueSuggestions } from '../../features/venue/use-venue-suggestions.ts'
import { t } from '../../language/words.ts'
import styles from './VenueChoice.module.css'

export interface VenueChoiceProps {
  serials: readonly string[]
  failure: Failure | undefined
  onChange(serials: string[]): void
}

/** A tick for each venue while they fit on one page; a search where there are more. */
export function VenueChoice({ serials, failure, onChange }: VenueChoiceProps) {
  const venues = useQuery({
    queryKey: ['venues', 'choice'],
    queryFn: ({ signal }) => asked(listVenues({}, null, signal)),
  })
  const all = useVenueSuggestions()
  const { data = [], links } = venues.data ?? {}
  if (data.length === 0 || links?.next != null) {
    return (
      <TokensField
        label={t`Venues`}
        name="serials"
        note={t`By name or code. Optional.`}
        options={all ?? []}
        value={serials}
        failure={failure}
        onChange={onChange}
      />
    )
  }
  const faults = faultsOf(failure, 'serials')
  // An event may name codes that no venue has, and so may a copy of it.
  const others = serials.filter(serial => !data.some(venue => venue.serial === serial))
  return (
    <fieldset className={styles.venues}>
      <legend>{t`Venues`}</legend>
      {[...data, ...others.map(serial => ({ serial, name: t`No venue` }))].map(({ serial, name }) => (
        <label key={serial}>
          <input
            type="checkbox"
            checked={serials.includes(serial)}
            onChange={({ target }) =>
              onChange(target.checked ? [...serials, serial] : serials.filter(one => one !== serial))
            }
          />
          <span>
            {name} <code>{serial}</code>
          </span>
        </label>
      ))}
      {faults.length > 0 && <p className={styles.fault}>{t`Venues ${faults.join(', ')}.`}</p>}
    </fieldset>
  )
}
