import type { Duration, OpenSpan } from '@millrace/contract/calendar'
import { comparedField, type Leaf, type Scalar } from '@millrace/contract/condition'
import { findField, SEGMENTS, TOPICS_OFF } from '@millrace/contract/condition/fields'
import type { MomentFromData, NumberFromData } from '@millrace/contract/value'
import { useContext } from 'react'
import { Combobox } from '../../components/form/Combobox.tsx'
import { DurationField } from '../../components/form/DurationField.tsx'
import { WeekdayFields } from '../../components/form/WeekdayFields.tsx'
import { t } from '../../language/words.ts'
import styles from './ConditionEditor.module.css'
import { takesField, takesOf } from './comparisons.ts'
import { ConditionFormContext } from './condition-form.ts'
import { FieldPicker } from './FieldPicker.tsx'
import { HintsContext } from './hints-context.ts'
import { MomentValue } from './MomentValue.tsx'
import { NumberOperations } from './NumberOperations.tsx'
import { timeType } from './time-type.ts'
import { toScalar, toTyped } from './typed-scalar.ts'

interface Props {
  label: string
  leaf: Leaf
  onChange(leaf: Leaf): void
}

/** What a field is compared with: the control for what the operator takes. */
export function ComparedValue({ label, leaf, onChange }: Props) {
  const other = comparedField(leaf)
  const { comparesMore } = useContext(ConditionFormContext)
  const set = (value: Leaf['value']) => onChange({ ...leaf, value } as Leaf)
  return (
    <>
      {other === undefined ? (
        <WrittenValue label={label} leaf={leaf} set={set} />
      ) : (
        <OtherField label={label} leaf={leaf} other={other} set={set} />
      )}
      {comparesMore && !Object.hasOwn(chosenByName, leaf.field) && takesField(leaf.operator) && (
        <div className={styles.whole}>
          <button
            type="button"
            className={styles.switch}
            onClick={() => set(other === undefined ? { field: 'guest.attributes.' } : '')}
          >
            {other === undefined ? t`Compare with another field` : t`Compare with a value`}
          </button>
        </div>
      )}
    </>
  )
}

interface ControlProps {
  label: string
  leaf: Leaf
  set(value: Leaf['value']): void
}

function OtherField({ label, leaf, other, set }: ControlProps & { other: NumberFromData | MomentFromData }) {
  const takes = takesOf(leaf.operator)
  const name = t`${label}, compared with`
  return (
    <div className={`${styles.whole} ${styles.other}`}>
      {takes === 'a date' ? (
        <MomentValue label={name} value={other} onChange={set} />
      ) : (
        <>
          <FieldPicker label={name} value={other.field} onChange={field => set({ ...other, field })} />
          {takes === 'a number or a text' && <NumberOperations value={other} onChange={set} />}
        </>
      )}
    </div>
  )
}

function WrittenValue({ label, leaf, set }: ControlProps) {
  const { value } = leaf
  const known = useContext(HintsContext)
  const takes = takesOf(leaf.operator)
  if (Object.hasOwn(chosenByName, leaf.field) && takes !== 'nothing' && !Array.isArray(value))
    return <NamedChoice label={label} field={leaf.field} value={String(value ?? '')} onChange={set} />
  switch (takes) {
    case 'nothing':
      return null
    case 'a duration':
      return (
        <div className={styles.whole}>
          <DurationField
            label={t`${label}: how long`}
            value={partsOf(value, noDuration)}
            onChange={set}
            hidden
          />
        </div>
      )
    case 'two times of day':
      return <TimesOfDay label={label} value={partsOf(value, noTimes)} onChange={set} />
    case 'days of the week':
      return (
        <div className={styles.whole}>
          <WeekdayFields
            legend={t`${label}: days`}
            hidden
            value={Array.isArray(value) ? (value as number[]) : []}
            onChange={days => set(days ?? [])}
          />
        </div>
      )
    case 'a date':
      return <DateInput label={label} value={String(value ?? '')} onChange={set} />
    case 'a list of values':
      return <ListInput label={label} field={leaf.field} value={value as Scalar[]} onChange={set} />
    default:
      if (findField(leaf.field)?.row.kind === 'boolean')
        return <YesOrNo label={label} value={value as Scalar} onChange={set} />
      return (
        <Combobox
          aria-label={t`${label}: value`}
          placeholder={t`value`}
          options={known[leaf.field] ?? []}
          text={toTyped(value as Scalar)}
          onText={text => set(toScalar(text))}
          onChoose={option => set(option.value)}
        />
      )
  }
}

/** Anything else that a document has there is shown as it is. */
function YesOrNo({
  label,
  value,
  onChange,
}: {
  label: string
  value: Scalar
  onChange(value: boolean): void
}) {
  const shown = toTyped(value)
  return (
    <select
      aria-label={t`${label}: value`}
      value={shown}
      onChange={event => onChange(event.target.value === 'true')}
    >
      {typeof value !== 'boolean' && <option value={shown}>{shown || t`Choose yes or no`}</option>}
      <option value="true">{t`Yes`}</option>
      <option value="false">{t`No`}</option>
    </select>
  )
}

/** Values separated by commas. What is chosen takes the place of the last one, which is being typed. */
function ListInput({
  label,
  field,
  value,
  onChange,
}: {
  label: string
  field: string
  value: Scalar[]
  onChange(value: Scalar[]): void
}) {
  const options = useContext(HintsContext)[field] ?? []
  const list = [value].flat()
  return (
    <Combobox
      aria-label={t`${label}: value`}
      placeholder={t`separate with commas`}
      options={options.filter(option => !list.slice(0, -1).includes(option.value))}
      search={toTyped(list.at(-1) ?? '').trim()}
      text={list.map(toTyped).join(', ')}
      onText={text => onChange(text.split(',').map(one => toScalar(one.trim())))}
      onChoose={option => onChange([...list.slice(0, -1), option.value])}
    />
  )
}

const chosenByName: Readonly<Record<string, string>> = { [SEGMENTS]: t`segment`, [TOPICS_OFF]: t`topic` }

/** By name. One that is gone is shown as the id it has in the document. */
function NamedChoice({
  label,
  field,
  value,
  onChange,
}: {
  label: string
  field: string
  value: string
  onChange(value: string): void
}) {
  const known = useContext(HintsContext)[field] ?? []
  const what = chosenByName[field]
  return (
    <select aria-label={`${label}: ${what}`} value={value} onChange={event => onChange(event.target.value)}>
      {!known.some(one => one.value === value) && (
        <option value={value}>{value === '' ? t`Choose a ${String(what)}` : value}</option>
      )}
      {known.map(one => (
        <option key={one.value} value={one.value}>
          {one.label}
        </option>
      ))}
    </select>
  )
}

const noDuration: Duration = { amount: '' as unknown as number, unit: 'days' }
const noTimes: OpenSpan = { from: '', to: '' }

/** A draft can have anything here. */
const partsOf = <Parts extends object>(value: unknown, none: Parts): Parts =>
  value !== null && typeof value === 'object' ? { ...none, ...value } : none

function TimesOfDay({
  label,
  value,
  onChange,
}: {
  label: string
  value: OpenSpan
  onChange(value: OpenSpan): void
}) {
  return (
    <div className={`${styles.whole} ${styles.times}`}>
      {(['from', 'to'] as const).map(side => (
        <label key={side}>
          {side === 'from' ? t`From` : t`To`}
          <input
            type={timeType(value[side])}
            aria-label={`${label}: ${side}`}
            value={value[side]}
            onChange={event => onChange({ ...value, [side]: event.target.value })}
          />
        </label>
      ))}
    </div>
  )
}

/** A date has a calendar; one with a time, as it was written in a file, is shown as it is. */
function DateInput({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange(value: string): void
}) {
  const isDate = value === '' || /^\d{4}-\d{2}-\d{2}$/.test(value)
  return (
    <input
      aria-label={t`${label}: value`}
      type={isDate ? 'date' : 'text'}
      value={value}
      onChange={event => onChange(event.target.value)}
    />
  )
}
