import { ComboField } from '../../../components/form/ComboField.tsx'
import { useSourceSuggestions } from '../../../features/source/use-source-suggestions.ts'
import { t } from '../../../language/words.ts'

/** Empty is an event that names no source, which is null on the wire. */
export function SourceField({
  value,
  onChange,
}: {
  value: string | null
  onChange(value: string | null): void
}) {
  return (
    <ComboField
      label={t`Source`}
      name="source"
      maxLength={100}
      placeholder={t`e.g. till`}
      note={t`Choose one that has sent events, or type its name exactly as the sender spells it. Leave blank for events without a source.`}
      options={useSourceSuggestions() ?? []}
      value={value ?? ''}
      onChange={text => onChange(text === '' ? null : text)}
    />
  )
}
