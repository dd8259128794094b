import { SelectField } from '../../../components/form/SelectField.tsx'
import { useSegments } from '../../../features/segment/use-segments.ts'
import { t } from '../../../language/words.ts'

/** The segment that a trigger names. */
export function SegmentSelect({ value, onChange }: { value: string; onChange(id: string): void }) {
  const { data: segments = [] } = useSegments()
  const isKnown = segments.some(({ id }) => id === value)
  return (
    <SelectField<string>
      label={t`Segment`}
      name="segment"
      note={segments.length === 0 ? t`Create a segment first, under Segments.` : undefined}
      value={value}
      choices={[
        ...(isKnown ? [] : [{ value, label: value === '' ? t`Choose a segment` : value }]),
        ...segments.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={onChange}
    />
  )
}
