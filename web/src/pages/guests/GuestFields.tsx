import type { Failure } from '../../api/answer.ts'
import { Fields } from '../../components/form/Fields.tsx'
import { Rows } from '../../components/form/Rows.tsx'
import { ScalarFields } from '../../components/form/ScalarFields.tsx'
import { freshRow, type ScalarRow } from '../../components/form/scalar-row.ts'
import { TextField } from '../../components/form/TextField.tsx'
import type { GuestForm } from './guest-form.ts'

export interface GuestFieldsProps {
  value: GuestForm
  onChange(value: GuestForm): void
  failure: Failure | undefined
}

export function GuestFields({ value, onChange, failure }: GuestFieldsProps) {
  const change = (part: Partial<GuestForm>) => onChange({ ...value, ...part })
  return (
    <>
      <Fields>
        <TextField
          label="Name"
          name="name"
          maxLength={200}
          value={value.name}
          onChange={name => change({ name })}
          failure={failure}
        />
        <TextField
          label="E-mail"
          name="email"
          type="email"
          maxLength={254}
          value={value.email}
          onChange={email => change({ email })}
          failure={failure}
        />
        <TextField
          label="Phone"
          name="phone"
          type="tel"
          note="With the country, as +44 20 7946 0000."
          value={value.phone}
          onChange={phone => change({ phone })}
          failure={failure}
        />
        <TextField
          label="External id"
          name="external_id"
          note="What another system of yours calls them."
          maxLength={200}
          value={value.externalId}
          onChange={externalId => change({ externalId })}
          failure={failure}
        />
      </Fields>
      <TextField
        label="Tags"
        name="tags"
        note="With commas in between."
        value={value.tags}
        onChange={tags => change({ tags })}
        failure={failure}
      />
      <Rows<ScalarRow>
        what="Attribute"
        rows={value.attributes}
        fewest={0}
        most={100}
        fresh={freshRow}
        onChange={attributes => change({ attributes })}
      >
        {(row, set) => (
          <ScalarFields row={row} onChange={set} within="attributes" longestKey={100} failure={failure} />
        )}
      </Rows>
    </>
  )
}
