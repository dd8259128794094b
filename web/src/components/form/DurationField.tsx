import type { Duration, Unit } from '@millrace/contract/calendar'
import { t } from '../../language/words.ts'
import styles from './DurationField.module.css'
import { typedNumber } from './typed-number.ts'

const units: Readonly<Record<Unit, string>> = {
  seconds: t`seconds`,
  minutes: t`minutes`,
  hours: t`hours`,
  days: t`days`,
  weeks: t`weeks`,
  months: t`months`,
}

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
        aria-label={t`${label}: amount`}
        type="number"
        min="1"
        value={value.amount}
        onChange={event => onChange({ ...value, amount: typedNumber(event.target.value) })}
      />
      <select
        aria-label={t`${label}: unit`}
        value={value.unit}
        onChange={event => onChange({ ...value, unit: event.target.value as Unit })}
      >
        {Object.entries(units).map(([unit, name]) => (
          <option key={unit} value={unit}>
            {name}
          </option>
        ))}
      </select>
    </fieldset>
  )
}
