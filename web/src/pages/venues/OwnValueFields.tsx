import type { WorkflowAtVenue } from '@millrace/contract/dashboard/venues'
import type { Failure } from '../../api/answer.ts'
import { Fields } from '../../components/form/Fields.tsx'
import { SelectField } from '../../components/form/SelectField.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { freshOwnRow, type OwnRow, scalarInWords } from './own-value.ts'

const answers = [
  { value: 'true', label: 'yes' },
  { value: 'false', label: 'no' },
]

export interface OwnValueFieldsProps {
  variable: WorkflowAtVenue['variables'][number]
  row: OwnRow
  onChange(row: OwnRow): void
  failure: Failure | undefined
}

/** Whether a variable is as everywhere, and what it is where it is not. */
export function OwnValueFields({ variable, row, onChange, failure }: OwnValueFieldsProps) {
  const { key, value } = variable
  const own = {
    label: `${key} here`,
    name: `values.${key}`,
    value: row?.text ?? '',
    failure,
    onChange: (text: string) => row && onChange({ ...row, text }),
  }
  return (
    <Fields>
      <SelectField
        label={key}
        name={`${key}.own`}
        value={row ? 'own' : 'everywhere'}
        choices={[
          { value: 'everywhere', label: `As everywhere: ${scalarInWords(value)}` },
          { value: 'own', label: row?.kind === 'nothing' ? 'Nothing here' : 'Another value here' },
        ]}
        onChange={choice => onChange(choice === 'own' ? freshOwnRow(variable) : undefined)}
      />
      {row?.kind === 'yes or no' && <SelectField {...own} choices={answers} />}
      {(row?.kind === 'text' || row?.kind === 'number') && (
        <TextField {...own} type={row.kind} step="any" required={row.kind === 'number'} maxLength={2048} />
      )}
    </Fields>
  )
}
