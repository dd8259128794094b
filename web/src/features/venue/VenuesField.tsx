import { TokensField } from '../../components/form/TokensField.tsx'
import { t } from '../../language/words.ts'
import { useVenueSuggestions } from './use-venue-suggestions.ts'

/** Venues by name; none is absent. Codes of venues that are not known yet can be typed. */
export const VenuesField = ({
  value = [],
  onChange,
  ...rest
}: {
  label: string
  note: string
  value: readonly string[] | undefined
  onChange(value: string[] | undefined): void
}) => (
  <TokensField
    {...rest}
    name="venues"
    placeholder={t`Name or code of a venue`}
    options={useVenueSuggestions() ?? []}
    value={value}
    onChange={list => onChange(list.length === 0 ? undefined : list)}
  />
)
