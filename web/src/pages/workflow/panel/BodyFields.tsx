import type { Scalar } from '@millrace/contract/condition'
import type { BodyField } from '@millrace/contract/node'
import type { ValueFromData } from '@millrace/contract/value'
import { Rows } from '../../../components/form/Rows.tsx'
import { SelectField } from '../../../components/form/SelectField.tsx'
import { TextField } from '../../../components/form/TextField.tsx'
import { toScalar, toTyped } from '../../../features/condition/typed-scalar.ts'
import { t } from '../../../language/words.ts'
import { freshFromData, typeOf, ValueFromDataFields, type ValueType } from '../values/ValueFromDataFields.tsx'

const kinds: readonly { value: 'written' | ValueType; label: string }[] = [
  { value: 'written', label: t`What you enter` },
  { value: 'number', label: t`A number from data` },
  { value: 'moment', label: t`A date from data` },
  { value: 'yes_no', label: t`Yes or no from data` },
]

const ifMissing = { note: t`Leave blank to send null then.`, choice: t`Send null` }

/** The body of a webhook, field by field. */
export function BodyFields({
  body,
  onChange,
}: {
  body: readonly BodyField[]
  onChange(body: BodyField[], about?: string): void
}) {
  return (
    <Rows
      what={t`Field`}
      rows={body}
      fewest={1}
      most={50}
      fresh={(): BodyField => ({ name: '', value: '' })}
      onChange={onChange}
    >
      {(row, change) => (
        <>
          <TextField
            label={t`Name`}
            name="name"
            maxLength={100}
            value={row.name}
            onChange={name => change({ ...row, name }, 'name')}
          />
          <SelectField
            label={t`Value`}
            name="kind"
            value={typeOf(row.value) ?? 'written'}
            choices={kinds}
            onChange={kind => change({ ...row, value: kind === 'written' ? '' : freshFromData[kind] })}
          />
          {typeOf(row.value) === undefined ? (
            <TextField
              label={t`Text`}
              name="value"
              note={t`You can use Liquid. Numbers, true and false keep their type; put them in quotes to send text.`}
              value={toTyped(row.value as Scalar)}
              onChange={typed => change({ ...row, value: toScalar(typed) }, 'value')}
            />
          ) : (
            <ValueFromDataFields
              label={t`Value`}
              value={row.value as ValueFromData}
              ifMissing={ifMissing}
              onChange={(value, about) => change({ ...row, value }, about)}
            />
          )}
        </>
      )}
    </Rows>
  )
}
