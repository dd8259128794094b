import type { NumberFromData } from '@millrace/contract/value'
import { SelectField } from '../../../components/form/SelectField.tsx'
import { NumberField } from '../../../features/condition/NumberFields.tsx'
import { withoutUndefined } from '../../../features/condition/without-undefined.ts'
import { t } from '../../../language/words.ts'
import { NumberFromDataFields } from './NumberFromDataFields.tsx'

const kinds = [
  { value: 'written', label: t`A fixed number` },
  { value: 'data', label: t`A value from the event or the guest` },
] as const

/** A number that is written down, or taken from data. */
export function NumberValue({
  label,
  value,
  fresh,
  whole,
  ifMissing,
  onChange,
}: {
  label: string
  value: number | NumberFromData
  /** What it begins with when the kind is chosen. */
  fresh: { readonly written: number; readonly data: NumberFromData }
  whole?: boolean
  /** What happens where the data does not have it. */
  ifMissing: string
  onChange(value: number | NumberFromData, about?: string): void
}) {
  const written = typeof value !== 'object'
  return (
    <>
      <SelectField<'written' | 'data'>
        label={label}
        name={t`${label} from`}
        value={written ? 'written' : 'data'}
        choices={kinds}
        onChange={kind => onChange(fresh[kind])}
      />
      {written ? (
        <NumberField label={t`Amount`} value={value} onChange={next => onChange(next, 'number')} />
      ) : (
        <NumberFromDataFields
          label={label}
          value={value}
          whole={whole}
          ifMissing={ifMissing}
          onChange={next => onChange(withoutUndefined(next), 'number')}
        />
      )}
    </>
  )
}
