import type { Scalar } from '@millrace/contract/condition'
import type { GuestUpdate } from '@millrace/contract/node'
import type { ValueFromData } from '@millrace/contract/value'
import { SelectField } from '../../../components/form/SelectField.tsx'
import { TextField } from '../../../components/form/TextField.tsx'
import { toScalar, toTyped } from '../../../features/condition/typed-scalar.ts'
import { AttributeField } from '../../../features/guest/TagFields.tsx'
import { t } from '../../../language/words.ts'
import { NumberValue } from '../values/NumberValue.tsx'
import { freshFromData, typeOf, ValueFromDataFields, type ValueType } from '../values/ValueFromDataFields.tsx'

export const ATTRIBUTE = 'attributes.'

const guestFields = [
  { value: ATTRIBUTE, label: t`Attribute…` },
  { value: 'name', label: t`Name` },
  { value: 'email', label: t`E-mail` },
  { value: 'phone', label: t`Phone` },
  { value: 'email_consent', label: t`Consent to e-mail` },
  { value: 'sms_consent', label: t`Consent to SMS` },
  { value: 'do_not_contact', label: t`Do not contact` },
]

type How = 'value' | ValueType | 'plus'

const hows: readonly { value: How; label: string }[] = [
  { value: 'value', label: t`Set to a fixed value` },
  { value: 'number', label: t`Set to a number from data` },
  { value: 'moment', label: t`Set to a date from data` },
  { value: 'yes_no', label: t`Set to yes or no from data` },
  { value: 'plus', label: t`Add to what is there` },
]

const flags: readonly string[] = ['email_consent', 'sms_consent', 'do_not_contact']

/** What each field can be changed to, and how the draft changes it now. */
function howsFor(field: string, current: How): readonly { value: How; label: string }[] {
  if (field.startsWith(ATTRIBUTE)) return hows
  return hows.filter(
    ({ value }) => value === 'value' || value === current || (value === 'yes_no' && flags.includes(field)),
  )
}

function howOf(update: GuestUpdate): How {
  if ('plus' in update) return 'plus'
  return typeOf(update.value) ?? 'value'
}

function begin(field: string, how: How): GuestUpdate {
  if (how === 'plus') return { field, plus: 1 }
  return { field, value: how === 'value' ? '' : freshFromData[how] }
}

const freshAddition = { written: 1, data: { field: 'event.parameters.' } } as const
const ifMissing = {
  note: t`Leave blank to leave the guest unchanged.`,
  choice: t`Leave the guest unchanged`,
}

/** One change of a guest: which field, and to what. */
export function GuestUpdateFields({
  update,
  onChange,
}: {
  update: GuestUpdate
  onChange(update: GuestUpdate, about?: string): void
}) {
  const { field } = update
  const isAttribute = field.startsWith(ATTRIBUTE)
  const how = howOf(update)
  const choices = howsFor(field, how)
  return (
    <>
      <SelectField
        label={t`Field`}
        name="field"
        value={isAttribute ? ATTRIBUTE : field}
        choices={guestFields}
        onChange={next => onChange({ ...update, field: next })}
      />
      {isAttribute && (
        <AttributeField
          label={t`Name of the attribute`}
          value={field.slice(ATTRIBUTE.length)}
          onChange={key => onChange({ ...update, field: ATTRIBUTE + key }, 'field')}
        />
      )}
      {choices.length > 1 && (
        <SelectField
          label={t`Change`}
          name="how"
          value={how}
          choices={choices}
          onChange={next => onChange(begin(field, next))}
        />
      )}
      <NewValue update={update} onChange={onChange} />
    </>
  )
}

function NewValue({
  update,
  onChange,
}: {
  update: GuestUpdate
  onChange(update: GuestUpdate, about?: string): void
}) {
  if ('plus' in update) {
    return (
      <NumberValue
        label={t`Add`}
        value={update.plus}
        fresh={freshAddition}
        ifMissing={ifMissing.note}
        onChange={(plus, about) => onChange({ ...update, plus }, about)}
      />
    )
  }
  const { value } = update
  if (howOf(update) !== 'value') {
    return (
      <ValueFromDataFields
        label={t`New value`}
        value={value as ValueFromData}
        ifMissing={ifMissing}
        onChange={(next, about) => onChange({ ...update, value: next }, about)}
      />
    )
  }
  return (
    <TextField
      label={t`New value`}
      name="value"
      note={t`You can use Liquid. Numbers, true and false keep their type; put them in quotes to store text.`}
      value={toTyped(value as Scalar)}
      onChange={typed => onChange({ ...update, value: toScalar(typed) }, 'value')}
    />
  )
}
