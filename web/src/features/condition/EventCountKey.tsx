import { useContext } from 'react'
import { Combobox } from '../../components/form/Combobox.tsx'
import { t } from '../../language/words.ts'
import { countKey, countOf, EVENTS } from './event-count.ts'
import { HintsContext } from './hints-context.ts'
import styles from './ValueFields.module.css'

/** Whose events are counted, and how far back. */
export function EventCountKey({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange(key: string): void
}) {
  const { source, days } = countOf(value)
  const sources = useContext(HintsContext)[EVENTS] ?? []
  return (
    <div className={`${styles.key} ${styles.count}`}>
      <Combobox
        aria-label={t`${label}: source`}
        placeholder={t`source, e.g. till`}
        options={sources}
        text={source}
        onText={text => onChange(countKey(text, days))}
        onChoose={option => onChange(countKey(option.value, days))}
      />
      <span>{t`in the last`}</span>
      <input
        aria-label={t`${label}: in the last days`}
        inputMode="numeric"
        value={days}
        onChange={event => onChange(countKey(source, event.target.value))}
      />
      <span>{t`days`}</span>
    </div>
  )
}
