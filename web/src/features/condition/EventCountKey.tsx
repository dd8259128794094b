import { useContext, useId } from 'react'
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
  const id = useId()
  const { source, days } = countOf(value)
  const sources = useContext(HintsContext)[EVENTS] ?? []
  return (
    <>
      <div className={`${styles.whole} ${styles.pair}`}>
        <input
          aria-label={`${label}: source`}
          placeholder="source, e.g. till"
          list={id}
          value={source}
          onChange={event => onChange(countKey(event.target.value, days))}
        />
        <input
          aria-label={`${label}: in the last days`}
          placeholder="in the last … days"
          inputMode="numeric"
          value={days}
          onChange={event => onChange(countKey(source, event.target.value))}
        />
      </div>
      <datalist id={id}>
        {sources.map(hint => (
          <option key={hint.value} {...hint} />
        ))}
      </datalist>
    </>
  )
}
