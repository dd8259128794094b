import type { Failure } from '../../api/answer.ts'
import { fieldsOf } from '../../components/form/fields-of.ts'
import { SelectField } from '../../components/form/SelectField.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { type Access, roles } from './access.ts'

const venues = [
  { value: 'all', label: 'All venues' },
  { value: 'some', label: 'Only these' },
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
      <SelectField label="Role" choices={roles} {...field('role', `${within}role`)} />
      {access.role !== 'owner' && (
        <SelectField label="Venues" choices={venues} {...field('venues', `${within}venues`)} />
      )}
      {access.role !== 'owner' && access.venues === 'some' && (
        <TextField
          label="Venue codes"
          required
          note="Separated by commas."
          {...field('serials', `${within}serials`)}
        />
      )}
    </>
  )
}
