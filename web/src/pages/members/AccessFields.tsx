import type { Failure } from '../../api/answer.ts'
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
}

export function AccessFields({ access, onChange, failure }: AccessFieldsProps) {
  return (
    <>
      <SelectField
        label="Role"
        name="role"
        value={access.role}
        choices={roles}
        onChange={role => onChange({ ...access, role })}
        failure={failure}
      />
      {access.role !== 'owner' && (
        <SelectField
          label="Venues"
          name="venues"
          value={access.venues}
          choices={venues}
          onChange={chosen => onChange({ ...access, venues: chosen })}
        />
      )}
      {access.role !== 'owner' && access.venues === 'some' && (
        <TextField
          label="Serials"
          name="serials"
          required
          note="Of the venues, with commas in between."
          value={access.serials}
          onChange={serials => onChange({ ...access, serials })}
          failure={failure}
        />
      )}
    </>
  )
}
