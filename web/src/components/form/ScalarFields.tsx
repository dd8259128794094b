import type { Failure } from '../../api/answer.ts'
import { Fields } from './Fields.tsx'
import { SelectField } from './SelectField.tsx'
import { type Kind, kinds, type ScalarRow } from './scalar-row.ts'
import { TextField } from './TextField.tsx'

const answers = [
  { value: 'true', label: 'yes' },
  { value: 'false', label: 'no' },
]

export interface ScalarFieldsProps {
  row: ScalarRow
  onChange(row: ScalarRow): void
  /** Where they stand in the request, by which a refusal names them. */
  within: string
  longestKey: number
  keyNote?: string
  failure: Failure | undefined
}

export function ScalarFields({ row, onChange, within, longestKey, keyNote, failure }: ScalarFieldsProps) {
  const field = { label: 'Value', name: `${within}.${row.key.trim()}`, value: row.text, failure } as const
  const setText = (text: string) => onChange({ ...row, text })
  return (
    <Fields>
      <TextField
        label="Called"
        name="key"
        required
        maxLength={longestKey}
        note={keyNote}
        value={row.key}
        onChange={key => onChange({ ...row, key })}
      />
      <SelectField<Kind>
        label="Is"
        name="kind"
        value={row.kind}
        choices={kinds.map(kind => ({ value: kind, label: kind }))}
        onChange={kind => onChange({ ...row, kind, text: kind === 'yes or no' ? 'true' : row.text })}
      />
      {row.kind === 'yes or no' ? (
        <SelectField {...field} choices={answers} onChange={setText} />
      ) : (
        <TextField
          {...field}
          type={row.kind === 'number' ? 'number' : 'text'}
          step="any"
          required={row.kind === 'number'}
          maxLength={2048}
          onChange={setText}
        />
      )}
    </Fields>
  )
}
