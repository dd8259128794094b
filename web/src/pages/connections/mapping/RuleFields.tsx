import type { DeliveryTest, Mapping } from '@millrace/contract/connection-mapping'
import { useState } from 'react'
import { SelectField } from '../../../components/form/SelectField.tsx'
import { TextField } from '../../../components/form/TextField.tsx'
import { comparisons, takesValue, withComparison, writeThan } from './rule.ts'

/** What the value of a condition is compared with. */
export function RuleFields({
  mapping,
  place,
  rule,
  onChange,
}: {
  mapping: Mapping
  place: number
  rule: DeliveryTest
  onChange(mapping: Mapping): void
}) {
  const [typed, setTyped] = useState(writeThan(rule.than))
  const isMany = rule.is === 'one_of' || rule.is === 'none_of'
  return (
    <>
      <SelectField
        label="Counts if the value"
        name="is"
        value={rule.is}
        choices={comparisons}
        onChange={is => onChange(withComparison(mapping, place, is, typed))}
      />
      {takesValue(rule.is) && (
        <TextField
          label="Compared with"
          name="than"
          maxLength={2048}
          note={
            isMany
              ? 'Several, with commas. Put quotes around a number to compare it as text.'
              : 'Put quotes around a number to compare it as text.'
          }
          value={typed}
          onChange={text => {
            setTyped(text)
            onChange(withComparison(mapping, place, rule.is, text))
          }}
        />
      )}
    </>
  )
}
