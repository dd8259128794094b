import { labelInWords } from '@millrace/contract/condition/fields'
import { useContext } from 'react'
import { Combobox } from '../../components/form/Combobox.tsx'
import { OptionPick } from '../../components/form/OptionPick.tsx'
import { t } from '../../language/words.ts'
import { ConditionFormContext } from './condition-form.ts'
import { fields, partsOf } from './data-fields.ts'
import { EventCountKey } from './EventCountKey.tsx'
import { EVENTS } from './event-count.ts'
import { HintsContext } from './hints-context.ts'
import styles from './ValueFields.module.css'

/** Continue with an id, which is chosen by its name. */
const named: readonly string[] = ['past_runs.', 'awarded.']

const whole = styles.key === undefined ? {} : { className: styles.key }

export interface FieldPickerProps {
  label: string
  value: string
  onChange(field: string): void
}

/** Which field of the data: a choice, and where it continues with a key, its name. */
export function FieldPicker({ label, value, onChange }: FieldPickerProps) {
  const { field, key } = partsOf(value)
  const hints = useContext(HintsContext)[field] ?? []
  const { fields: offered } = useContext(ConditionFormContext)
  const isOffered = offered.some(one => one.field === field)
  // A document can have a field that would not be offered.
  const shown = isOffered ? offered : [...offered, ...fields.filter(one => one.field === field)]
  return (
    <>
      <select aria-label={t`${label}: field`} value={field} onChange={event => onChange(event.target.value)}>
        {field === '' && <option value="">{value}</option>}
        {shown.map(one => (
          <option key={one.field} value={one.field}>
            {labelInWords(one.label)}
          </option>
        ))}
      </select>
      {field === EVENTS ? (
        <EventCountKey label={label} value={key} onChange={next => onChange(EVENTS + next)} />
      ) : (
        field.endsWith('.') &&
        (named.includes(field) ? (
          <OptionPick
            {...whole}
            aria-label={t`${label}: name`}
            placeholder={t`Choose one`}
            options={hints}
            value={key}
            onChange={chosen => onChange(field + chosen)}
          />
        ) : (
          <Combobox
            {...whole}
            aria-label={t`${label}: name`}
            placeholder={t`name, e.g. spend`}
            options={hints}
            text={key}
            onText={text => onChange(field + text)}
            onChoose={option => onChange(field + option.value)}
          />
        ))
      )}
    </>
  )
}
