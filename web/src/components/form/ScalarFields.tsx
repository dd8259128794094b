import type { Failure } from '../../api/answer.ts'
import { Fields } from './Fields.tsx'
import { ScalarValueField } from './ScalarValueField.tsx'
import { SelectField } from './SelectField.tsx'
import { asKind, type Kind, kinds, type ScalarRow } from './scalar-row.ts'
import { TextField } from './TextField.tsx'

export interface ScalarFieldsProps {
  row: ScalarRow
  onChange(row: ScalarRow): void
  /** Where they stand in the request, by which a refusal names them. */
  within: string
  longestKey: number
  keyLabel?: string
  keyNote?: string
  /** It may be there and be nothing. */
  nullable?: boolean
  failure?: Failure | undefined
}

/** A name, what kind of value it has, and the value. */
export function ScalarFields(props: ScalarFieldsProps) {
  const { row, onChange, within, longestKey, keyLabel = 'Called', keyNote, nullable, failure } = props
  // One that is nothing already can be so, and is shown as it is.
  const offered = nullable || row.kind === 'nothing' ? [...kinds, 'nothing' as const] : kinds
  return (
    <Fields>
      <TextField
        label={keyLabel}
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
        choices={offered.map(kind => ({ value: kind, label: kind }))}
        onChange={kind => onChange(asKind(row, kind))}
      />
      <ScalarValueField
        kind={row.kind}
        label="Value"
        name={`${within}.${row.key.trim()}`}
        value={row.text}
        failure={failure}
        onChange={text => onChange({ ...row, text })}
      />
    </Fields>
  )
}
