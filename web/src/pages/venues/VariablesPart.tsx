import type { Failure } from '../../api/answer.ts'
import { ScalarRows } from '../../components/form/ScalarRows.tsx'
import type { ScalarRow } from '../../components/form/scalar-row.ts'
import { Panel } from '../../components/Panel.tsx'
import { rich, t } from '../../language/words.ts'

export interface VariablesPartProps {
  rows: readonly ScalarRow[]
  failure: Failure | undefined
  onChange(rows: readonly ScalarRow[]): void
}

export const VariablesPart = ({ rows, failure, onChange }: VariablesPartProps) => (
  <Panel title={t`Variables`}>
    <p>
      {rich`Values for this venue, for use in messages and conditions: ${<code>manager</code>} is used as ${<code>{'{{ venue.variables.manager }}'}</code>}. A change applies to all workflows at once.`}
    </p>
    <ScalarRows
      what={t`Variable`}
      most={100}
      within="variables"
      longestKey={50}
      keyNote={t`Lowercase letters, digits and underscores.`}
      rows={rows}
      failure={failure}
      onChange={onChange}
    />
  </Panel>
)
