import { useContext, useId } from 'react'
import { ConditionFormContext } from './condition-form.ts'
import { fields, partsOf } from './data-fields.ts'
import { EventCountKey } from './EventCountKey.tsx'
import { EVENTS } from './event-count.ts'
import { HintsContext } from './hints-context.ts'
import styles from './ValueFields.module.css'

/** Which field of the data: a choice, and where it continues with a key, its name. */
export function FieldPicker({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange(field: string): void
}) {
  const { field, key } = partsOf(value)
  const id = useId()
  const hints = useContext(HintsContext)[field] ?? []
  const { fields: offered } = useContext(ConditionFormContext)
  const isOffered = offered.some(one => one.field === field)
  // A document can have a field that would not be offered.
  const shown = isOffered ? offered : [...offered, ...fields.filter(one => one.field === field)]
  return (
    <>
      <select aria-label={`${label}: field`} value={field} onChange={event => onChange(event.target.value)}>
        {field === '' && <option value="">{value}</option>}
        {shown.map(one => (
          <option key={one.field} value={one.field}>
            {one.label}
          </option>
        ))}
      </select>
      {field === EVENTS ? (
        <EventCountKey label={label} value={key} onChange={next => onChange(EVENTS + next)} />
      ) : (
        field.endsWith('.') && (
          <>
            <input
              className={styles.whole}
              aria-label={`${label}: name`}
              placeholder="name, e.g. spend"
              list={id}
              value={key}
              onChange={event => onChange(field + event.target.value)}
            />
            <datalist id={id}>
              {hints.map(hint => (
                <option key={hint.value} {...hint} />
              ))}
            </datalist>
          </>
        )
      )}
    </>
  )
}
