import { t } from '../../language/words.ts'
import styles from './WeekdayFields.module.css'

const names = [t`Mon`, t`Tue`, t`Wed`, t`Thu`, t`Fri`, t`Sat`, t`Sun`]

/** No selection means every day, which is absent on the wire. */
export function WeekdayFields({
  value = [],
  legend = t`Only on (leave blank for every day)`,
  hidden = false,
  onChange,
}: {
  legend?: string
  /** The legend is for screen readers only. */
  hidden?: boolean
  value?: readonly number[] | undefined
  onChange(value: number[] | undefined): void
}) {
  const toggle = (day: number) => {
    const days = value.includes(day) ? value.filter(one => one !== day) : [...value, day].sort()
    onChange(days.length === 0 ? undefined : [...days])
  }
  return (
    <fieldset className={styles.days}>
      <legend className={hidden ? 'visually-hidden' : undefined}>{legend}</legend>
      {names.map((name, place) => (
        <label key={name}>
          <input type="checkbox" checked={value.includes(place + 1)} onChange={() => toggle(place + 1)} />
          {name}
        </label>
      ))}
    </fieldset>
  )
}
