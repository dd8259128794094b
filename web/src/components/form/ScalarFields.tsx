import type { Failure } from '../../api/answer.ts'
import { t } from '../../language/words.ts'
import { Fields } from './Fields.tsx'
import { ScalarValueField } from './ScalarValueField.tsx'
import { SelectField } from './SelectField.tsx'
import { asKind, type Kind, kindNames, kinds, type ScalarRow } from './scalar-row.ts'
import { TextField } from './TextField.tsx'

export interface ScalarFieldsProps {
  row: ScalarRow
  onChange(row: ScalarRow): void
  /** Their path in the request, by which the server names them. */
  within: string
  longestKey: number
  keyLabel?: string
  keyNote?: string
  /** Whether null is a permitted value. */
  nullable?: boolean
  failure?: Failure | undefined
}

/** A name, the type of its value, and the value. */
export function ScalarFields(props: ScalarFieldsProps) {
  const { row, onChange, within, longestKey, keyLabel = t`Name`, keyNote, nullable, failure } = props
  // A value that is null already is shown as such.
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
        label={t`Type`}
        name="kind"
        value={row.kind}
        choices={offered.map(kind => ({ value: kind, label: kindNames[kind] }))}
        onChange={kind => onChange(asKind(row, kind))}
      />
      <ScalarValueField
        kind={row.kind}
        label={t`Value`}
        name={`${within}.${row.key.trim()}`}
        value={row.text}
        failure={failure}
        onChange={text => onChange({ ...row, text })}
      />
    </Fields>
  )
}
