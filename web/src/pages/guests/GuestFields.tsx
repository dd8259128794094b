import type { Failure } from '../../api/answer.ts'
import { Fields } from '../../components/form/Fields.tsx'
import { fieldsOf } from '../../components/form/fields-of.ts'
import { ScalarRows } from '../../components/form/ScalarRows.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { t } from '../../language/words.ts'
import type { GuestForm } from './guest-form.ts'

export interface GuestFieldsProps {
  value: GuestForm
  onChange(value: GuestForm): void
  failure: Failure | undefined
}

export function GuestFields({ value, onChange, failure }: GuestFieldsProps) {
  const field = fieldsOf(value, part => onChange({ ...value, ...part }), failure)
  return (
    <>
      <Fields>
        <TextField label={t`Name`} maxLength={200} {...field('name')} />
        <TextField label={t`E-mail`} type="email" maxLength={254} {...field('email')} />
        <TextField
          label={t`Phone`}
          type="tel"
          note={t`With the country code, for example +44 20 7946 0000.`}
          {...field('phone')}
        />
        <TextField
          label={t`External id`}
          note={t`Their id in another of your systems.`}
          maxLength={200}
          {...field('externalId', 'external_id')}
        />
      </Fields>
      <TextField label={t`Tags`} note={t`Separate them with commas.`} {...field('tags')} />
      <ScalarRows
        what={t`Attribute`}
        keyLabel={t`Attribute name`}
        most={100}
        within="attributes"
        longestKey={100}
        rows={value.attributes}
        failure={failure}
        onChange={attributes => onChange({ ...value, attributes })}
      />
    </>
  )
}
