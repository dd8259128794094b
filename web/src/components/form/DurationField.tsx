import type { Duration, Unit } from '@millrace/contract/calendar'
import styles from './DurationField.module.css'
import { typedNumber } from './typed-number.ts'

const units: readonly Unit[] = ['seconds', 'minutes', 'hours', 'days', 'weeks', 'months']

export function DurationField({
  label,
  value,
  onChange,
  hidden = false,
}: {
  label: string
  /** The label is for screen readers only. */
  hidden?: boolean
  value: Duration
  onChange(value: Duration): void
}) {
  return (
    <fieldset className={styles.duration}>
      <legend className={hidden ? 'visually-hidden' : undefined}>{label}</legend>
      <input
        aria-label={`${label}: amount`}
        type="number"
        min="1"
        value={value.amount}
        onChange={event => onChange({ ...value, amount: typedNumber(event.target.value) })}
      />
      <select
        aria-label={`${label}: unit`}
        value={value.unit}
        onChange={event => onChange({ ...value, unit: event.target.value as Unit })}
      >
        {units.map(unit => (
          <option key={unit}>{unit}</option>
        ))}
      </select>
    </fieldset>
  )
}
