import type { WorkflowAtVenue } from '@millrace/contract/dashboard/venues'
import type { Failure } from '../../api/answer.ts'
import { Fields } from '../../components/form/Fields.tsx'
import { ScalarValueField } from '../../components/form/ScalarValueField.tsx'
import { SelectField } from '../../components/form/SelectField.tsx'
import { t } from '../../language/words.ts'
import { freshOverrideRow, type OverrideRow, scalarInWords } from './overrides.ts'

export interface OverrideFieldsProps {
  variable: WorkflowAtVenue['variables'][number]
  row: OverrideRow
  onChange(row: OverrideRow): void
  failure: Failure | undefined
}

/** Whether a venue overrides a variable, and with what value. */
export function OverrideFields({ variable, row, onChange, failure }: OverrideFieldsProps) {
  const { key, value } = variable
  return (
    <Fields>
      <SelectField
        label={key}
        name={`${key}.own`}
        value={row ? 'own' : 'everywhere'}
        choices={[
          { value: 'everywhere', label: t`Default: ${scalarInWords(value)}` },
          { value: 'own', label: row?.kind === 'nothing' ? t`No value here` : t`Different value here` },
        ]}
        onChange={choice => onChange(choice === 'own' ? freshOverrideRow(variable) : undefined)}
      />
      {row && (
        <ScalarValueField
          kind={row.kind}
          label={t`${key} here`}
          name={`values.${key}`}
          value={row.text}
          failure={failure}
          onChange={text => onChange({ ...row, text })}
        />
      )}
    </Fields>
  )
}
