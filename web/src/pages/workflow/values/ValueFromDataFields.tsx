import type { ValueFromData } from '@millrace/contract/value'
import { MomentValue } from '../../../features/condition/MomentValue.tsx'
import { withoutUndefined } from '../../../features/condition/without-undefined.ts'
import { NumberFromDataFields } from './NumberFromDataFields.tsx'
import { YesNoValue } from './YesNoValue.tsx'

export type ValueType = 'number' | 'moment' | 'yes_no'

/** What a value from data begins with when its type is chosen. */
export const freshFromData: { readonly [Type in ValueType]: Extract<ValueFromData, Record<Type, unknown>> } =
  {
    number: { number: { field: 'event.parameters.' } },
    moment: { moment: { field: 'event.parameters.' } },
    yes_no: { yes_no: { field: 'event.parameters.' } },
  }

/** undefined where the value is written down. */
export function typeOf(value: unknown): ValueType | undefined {
  if (value === null || typeof value !== 'object') return undefined
  return (['number', 'moment', 'yes_no'] as const).find(type => type in value)
}

/** The fields of a value from data, by its type. */
export function ValueFromDataFields({
  label,
  value,
  ifMissing,
  onChange,
}: {
  label: string
  value: ValueFromData
  /** What happens where the data does not have it: a sentence, and a few words for a choice. */
  ifMissing: { readonly note: string; readonly choice: string }
  onChange(value: ValueFromData, about?: string): void
}) {
  if ('number' in value) {
    return (
      <NumberFromDataFields
        label={label}
        value={value.number}
        ifMissing={ifMissing.note}
        onChange={number => onChange({ number: withoutUndefined(number) }, 'number')}
      />
    )
  }
  if ('moment' in value) {
    return <MomentValue value={value.moment} onChange={(moment, about) => onChange({ moment }, about)} />
  }
  return (
    <YesNoValue
      label={label}
      value={value.yes_no}
      ifMissing={ifMissing.choice}
      onChange={(yes_no, about) => onChange({ yes_no }, about)}
    />
  )
}
