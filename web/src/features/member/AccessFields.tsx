import type { Failure } from '../../api/answer.ts'
import { fieldsOf } from '../../components/form/fields-of.ts'
import { SelectField } from '../../components/form/SelectField.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { t } from '../../language/words.ts'
import { type Access, roles } from './access.ts'

const venues = [
  { value: 'all', label: t`All venues` },
  { value: 'some', label: t`Only these` },
] as const

export interface AccessFieldsProps {
  access: Access
  onChange(access: Access): void
  failure: Failure | undefined
  /** Where it is in the request, as `grants.0.`. */
  within?: string
}

export function AccessFields({ access, onChange, failure, within = '' }: AccessFieldsProps) {
  const field = fieldsOf(access, part => onChange({ ...access, ...part }), failure)
  return (
    <>
      <SelectField label={t`Role`} choices={roles} {...field('role', `${within}role`)} />
      {access.role !== 'owner' && (
        <SelectField label={t`Venues`} choices={venues} {...field('venues', `${within}venues`)} />
      )}
      {access.role !== 'owner' && access.venues === 'some' && (
        <TextField
          label={t`Venue codes`}
          required
          note={t`Separated by commas.`}
          {...field('serials', `${within}serials`)}
        />
      )}
    </>
  )
}
