import type { Failure } from '../../api/answer.ts'
import { Button } from '../../components/Button.tsx'
import { SelectField } from '../../components/form/SelectField.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { Icon } from '../../components/Icon.tsx'
import styles from './ParameterRows.module.css'
import { freshRow, type ParameterRow, type ParameterType } from './parameters.ts'

const types: readonly { value: ParameterType; label: string }[] = [
  { value: 'text', label: 'Text' },
  { value: 'number', label: 'Number' },
  { value: 'boolean', label: 'Yes or no' },
  { value: 'null', label: 'Empty' },
]
const truths = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]
const MOST = 99

export interface ParameterRowsProps {
  rows: readonly ParameterRow[]
  failure: Failure | undefined
  onChange(rows: ParameterRow[]): void
}

export function ParameterRows({ rows, failure, onChange }: ParameterRowsProps) {
  return (
    <fieldset className={styles.rows}>
      <legend>Parameters</legend>
      {rows.map((row, place) => (
        // Rows have no names of their own; their place is what they are known by.
        <OneRow
          key={`row ${place}`}
          row={row}
          place={place + 1}
          failure={failure}
          onChange={changed => onChange(rows.map((one, index) => (index === place ? changed : one)))}
          onRemove={() => onChange(rows.filter((_row, index) => index !== place))}
        />
      ))}
      {rows.length < MOST && (
        <div>
          <Button quiet onClick={() => onChange([...rows, freshRow])}>
            Add a parameter
          </Button>
        </div>
      )}
    </fieldset>
  )
}

interface OneRowProps {
  row: ParameterRow
  place: number
  failure: Failure | undefined
  onChange(row: ParameterRow): void
  onRemove(): void
}

function OneRow({ row, place, failure, onChange, onRemove }: OneRowProps) {
  const { key, type, value } = row
  const wired = { label: `Value ${place}`, name: `parameters.${key}`, failure }
  return (
    <div className={styles.row}>
      <TextField
        label={`Name ${place}`}
        name={`name-${place}`}
        maxLength={100}
        value={key}
        onChange={next => onChange({ ...row, key: next })}
      />
      <SelectField<ParameterType>
        label={`Type ${place}`}
        name={`type-${place}`}
        value={type}
        choices={types}
        onChange={next => onChange({ ...row, type: next, value: next === 'boolean' ? 'true' : '' })}
      />
      {type === 'boolean' ? (
        <SelectField
          {...wired}
          value={value}
          choices={truths}
          onChange={next => onChange({ ...row, value: next })}
        />
      ) : (
        <TextField
          {...wired}
          maxLength={2048}
          readOnly={type === 'null'}
          inputMode={type === 'number' ? 'decimal' : 'text'}
          value={value}
          onChange={next => onChange({ ...row, value: next })}
        />
      )}
      <button type="button" className={styles.remove} onClick={onRemove}>
        <Icon name="close" />
        <span className="visually-hidden">{`Remove parameter ${place}`}</span>
      </button>
    </div>
  )
}
