import type { Scalar } from '@millrace/contract/condition'
import { SelectField } from '../../../components/form/SelectField.tsx'
import { TextField } from '../../../components/form/TextField.tsx'
import { NumberField } from './fields.tsx'

type Kind = 'text' | 'number' | 'truth' | 'nothing'

const kinds: readonly { value: Kind; label: string }[] = [
  { value: 'text', label: 'Text' },
  { value: 'number', label: 'Number' },
  { value: 'truth', label: 'Yes or no' },
  { value: 'nothing', label: 'Nothing' },
]

const truths = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
] as const

const begin: Record<Kind, Scalar> = { text: '', number: 0, truth: true, nothing: null }

function kindOf(value: Scalar): Kind {
  if (value === null) return 'nothing'
  if (typeof value === 'number') return 'number'
  return typeof value === 'boolean' ? 'truth' : 'text'
}

export interface ValueFieldProps {
  label: string
  value: Scalar
  onChange(value: Scalar): void
}

/** A value, and what kind of one it is. */
export function ValueField({ label, value, onChange }: ValueFieldProps) {
  return (
    <>
      <SelectField
        label="Type"
        name="type"
        value={kindOf(value)}
        choices={kinds}
        onChange={kind => onChange(begin[kind])}
      />
      {typeof value === 'string' && (
        <TextField label={label} name="value" maxLength={2_048} value={value} onChange={onChange} />
      )}
      {typeof value === 'number' && <NumberField decimals label={label} value={value} onChange={onChange} />}
      {typeof value === 'boolean' && (
        <SelectField<'true' | 'false'>
          label={label}
          name="value"
          value={value ? 'true' : 'false'}
          choices={truths}
          onChange={chosen => onChange(chosen === 'true')}
        />
      )}
    </>
  )
}
