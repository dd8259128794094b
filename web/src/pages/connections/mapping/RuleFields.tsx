import type { DeliveryTest, Mapping } from '@millrace/contract/connection-mapping'
import { useState } from 'react'
import { SelectField } from '../../../components/form/SelectField.tsx'
import { TextField } from '../../../components/form/TextField.tsx'
import { t } from '../../../language/words.ts'
import { comparisons, type TestPlace, takesValue, withComparison, writeThan } from './rule.ts'

/** What the value of a condition is compared with. */
export function RuleFields({
  mapping,
  place,
  test,
  onChange,
}: {
  mapping: Mapping
  place: TestPlace
  test: DeliveryTest
  onChange(mapping: Mapping): void
}) {
  const [typed, setTyped] = useState(writeThan(test.than))
  const isMany = test.is === 'one_of' || test.is === 'none_of'
  return (
    <>
      <SelectField
        label={t`Counts if the value`}
        name="is"
        value={test.is}
        choices={comparisons}
        onChange={is => onChange(withComparison(mapping, place, is, typed))}
      />
      {takesValue(test.is) && (
        <TextField
          label={t`Compared with`}
          name="than"
          maxLength={2048}
          note={
            isMany
              ? t`Several, with commas. Put quotes around a number to compare it as text.`
              : t`Put quotes around a number to compare it as text.`
          }
          value={typed}
          onChange={text => {
            setTyped(text)
            onChange(withComparison(mapping, place, test.is, text))
          }}
        />
      )}
    </>
  )
}
