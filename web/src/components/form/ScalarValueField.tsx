import { t } from '../../language/words.ts'
import type { ControlProps } from './Control.tsx'
import { SelectField } from './SelectField.tsx'
import type { Kind } from './scalar-row.ts'
import { TextField } from './TextField.tsx'

const answers = [
  { value: 'true', label: t`yes` },
  { value: 'false', label: t`no` },
]

export interface ScalarValueFieldProps extends Omit<ControlProps, 'note'> {
  kind: Kind
  value: string
  onChange(value: string): void
}

/** The field for a type of value. Null needs none. */
export function ScalarValueField({ kind, ...field }: ScalarValueFieldProps) {
  if (kind === 'nothing') return null
  if (kind === 'boolean') return <SelectField {...field} choices={answers} />
  return <TextField {...field} type={kind} step="any" required={kind === 'number'} maxLength={2048} />
}
