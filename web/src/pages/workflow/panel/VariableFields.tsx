import type { Variable } from '@millrace/contract/workflow'
import { useEffect, useState } from 'react'
import { ScalarFields } from '../../../components/form/ScalarFields.tsx'
import { rowOf, scalarOf } from '../../../components/form/scalar-row.ts'
import { withoutUndefined } from '../../../features/condition/without-undefined.ts'
import { t } from '../../../language/words.ts'
import { ParameterFields } from '../values/ParameterFields.tsx'

export interface VariableFieldsProps {
  variable: Variable
  onChange(variable: Variable, about: string): void
}

/** A variable of the workflow, with its overrides by venue. */
export function VariableFields({ variable, onChange }: VariableFieldsProps) {
  const { key, value, venues = {} } = variable
  const [row, setRow] = useState(() => rowOf(key, value))
  // The text may not be a number yet; a change from outside, as by undo, replaces it.
  useEffect(
    () => setRow(before => (before.key === key && scalarOf(before) === value ? before : rowOf(key, value))),
    [key, value],
  )
  return (
    <>
      <ScalarFields
        row={row}
        within="variables"
        longestKey={50}
        keyNote={t`Lowercase letters, digits and underscores.`}
        nullable
        onChange={next => {
          setRow(next)
          onChange({ ...variable, key: next.key, value: scalarOf(next) }, next.key === key ? 'value' : 'key')
        }}
      />
      <ParameterFields
        what={t`Venue`}
        keyLabel={t`Venue code`}
        longestKey={12}
        value={venues}
        onChange={changed =>
          onChange(
            withoutUndefined({
              ...variable,
              venues: Object.keys(changed).length > 0 ? changed : undefined,
            } as Variable),
            'venues',
          )
        }
      />
    </>
  )
}
