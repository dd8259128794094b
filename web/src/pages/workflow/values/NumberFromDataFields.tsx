import type { NumberFromData, Rounding } from '@millrace/contract/value'
import { SelectField } from '../../../components/form/SelectField.tsx'
import { DataField } from '../../../features/condition/DataField.tsx'
import { OptionalNumber } from '../../../features/condition/NumberFields.tsx'
import styles from '../../../features/condition/ValueFields.module.css'
import { t } from '../../../language/words.ts'

const unrounded = { value: 'none', label: t`Not rounded` } as const

const roundings = [
  { value: 'down', label: t`Down` },
  { value: 'nearest', label: t`To the nearest` },
  { value: 'up', label: t`Up` },
] as const

/** Which field has the number, and what is done with it, in the order in which it is done. */
export function NumberFromDataFields({
  label,
  value,
  whole = false,
  ifMissing,
  onChange,
}: {
  label: string
  value: NumberFromData
  /** It has to be rounded. A draft that says nothing about it is shown as it is. */
  whole?: boolean | undefined
  ifMissing: string
  onChange(value: NumberFromData): void
}) {
  const set = (change: { [Key in keyof NumberFromData]?: NumberFromData[Key] | undefined }) =>
    onChange({ ...value, ...change } as NumberFromData)
  return (
    <>
      <DataField label={label} value={value.field} onChange={field => set({ field })} />
      <div className={styles.pair}>
        <OptionalNumber label={t`Times`} value={value.times} onChange={times => set({ times })} />
        <OptionalNumber label={t`Plus`} value={value.plus} onChange={plus => set({ plus })} />
      </div>
      <SelectField<Rounding | 'none'>
        label={t`Round`}
        name="round"
        value={value.round ?? 'none'}
        choices={whole && value.round !== undefined ? roundings : [unrounded, ...roundings]}
        onChange={round => set({ round: round === 'none' ? undefined : round })}
      />
      <div className={styles.pair}>
        <OptionalNumber label={t`At least`} value={value.at_least} onChange={at_least => set({ at_least })} />
        <OptionalNumber label={t`At most`} value={value.at_most} onChange={at_most => set({ at_most })} />
      </div>
      <OptionalNumber
        label={t`If it is missing`}
        note={ifMissing}
        value={value.or}
        onChange={or => set({ or })}
      />
    </>
  )
}
