import type { NumberFromData } from '@millrace/contract/value'
import { SelectField } from '../../../components/form/SelectField.tsx'
import { FieldPicker } from '../condition/FieldPicker.tsx'
import { NumberField, OptionalNumber, withoutUndefined } from './fields.tsx'
import styles from './ValueFields.module.css'

const kinds = [
  { value: 'written', label: 'A number' },
  { value: 'data', label: 'A value from the event or the guest' },
] as const

const roundings = [
  { value: 'down', label: 'Down' },
  { value: 'nearest', label: 'To the nearest' },
  { value: 'up', label: 'Up' },
] as const

/** A number that is written down, or taken from data. */
export function NumberValue({
  label,
  value,
  fresh,
  onChange,
}: {
  label: string
  value: number | NumberFromData
  /** What it begins with when the kind is chosen. */
  fresh: { readonly written: number; readonly data: NumberFromData }
  onChange(value: number | NumberFromData, about?: string): void
}) {
  const written = typeof value !== 'object'
  return (
    <>
      <SelectField<'written' | 'data'>
        label={label}
        name={`${label} from`}
        value={written ? 'written' : 'data'}
        choices={kinds}
        onChange={kind => onChange(fresh[kind])}
      />
      {written ? (
        <NumberField label="How many" value={value} onChange={next => onChange(next, 'number')} />
      ) : (
        <FromData label={label} value={value} onChange={next => onChange(withoutUndefined(next), 'number')} />
      )}
    </>
  )
}

function FromData({
  label,
  value,
  onChange,
}: {
  label: string
  value: NumberFromData
  onChange(value: NumberFromData): void
}) {
  const set = (change: { [Key in keyof NumberFromData]?: NumberFromData[Key] | undefined }) =>
    onChange({ ...value, ...change } as NumberFromData)
  return (
    <>
      <div className={styles.field}>
        <FieldPicker label={label} value={value.field} onChange={field => set({ field })} />
      </div>
      <OptionalNumber label="Times" value={value.times} onChange={times => set({ times })} />
      <SelectField<'down' | 'nearest' | 'up'>
        label="Round"
        name="round"
        value={value.round ?? 'down'}
        choices={roundings}
        onChange={round => set({ round })}
      />
      <OptionalNumber label="At least" value={value.at_least} onChange={at_least => set({ at_least })} />
      <OptionalNumber label="At most" value={value.at_most} onChange={at_most => set({ at_most })} />
      <OptionalNumber
        label="If it is missing"
        note="Leave blank to skip the step then."
        value={value.or}
        onChange={or => set({ or })}
      />
    </>
  )
}
