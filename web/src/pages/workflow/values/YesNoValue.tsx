import type { YesNoFromData } from '@millrace/contract/value'
import { SelectField } from '../../../components/form/SelectField.tsx'
import { DataField } from '../../../features/condition/DataField.tsx'
import { withoutUndefined } from '../../../features/condition/without-undefined.ts'
import { t } from '../../../language/words.ts'

/** Yes or no from data. */
export function YesNoValue({
  label,
  value,
  ifMissing,
  onChange,
}: {
  label: string
  value: YesNoFromData
  /** What happens where the data does not have it. */
  ifMissing: string
  onChange(value: YesNoFromData, about?: string): void
}) {
  return (
    <>
      <DataField
        label={label}
        value={value.field}
        onChange={field => onChange({ ...value, field }, 'field')}
      />
      <SelectField<'none' | 'yes' | 'no'>
        label={t`If it is missing`}
        name="or"
        value={value.or === undefined ? 'none' : value.or ? 'yes' : 'no'}
        choices={[
          { value: 'none', label: ifMissing },
          { value: 'yes', label: t`Yes` },
          { value: 'no', label: t`No` },
        ]}
        onChange={or =>
          onChange(
            withoutUndefined({ ...value, or: or === 'none' ? undefined : or === 'yes' } as YesNoFromData),
          )
        }
      />
    </>
  )
}
