import type { DeliveryValue } from '@millrace/contract/connection-mapping'
import { SelectField } from '../../../components/form/SelectField.tsx'
import { TextField } from '../../../components/form/TextField.tsx'
import { t } from '../../../language/words.ts'

const kinds = [
  { value: '', label: t`As it is` },
  { value: 'text', label: t`Text` },
  { value: 'number', label: t`Number` },
  { value: 'yes_no', label: t`Yes or no` },
  { value: 'moment', label: t`Time` },
] as const

const takes = [
  { value: '', label: t`The first` },
  { value: 'sum', label: t`Their sum` },
  { value: 'count', label: t`Their number` },
] as const

/** The value of a field in detail; what is not here is in the JSON. */
export function ValueFields({
  value,
  onChange,
}: {
  value: DeliveryValue
  onChange(value: DeliveryValue): void
}) {
  const change = (part: { [Name in keyof DeliveryValue]?: DeliveryValue[Name] | undefined }) =>
    onChange(
      Object.fromEntries(
        Object.entries({ ...value, ...part }).filter(([, one]) => one !== undefined),
      ) as DeliveryValue,
    )
  return (
    <>
      {value.path !== undefined && (
        <>
          <TextField
            label={t`Path`}
            name="path"
            maxLength={500}
            value={value.path}
            onChange={path => change({ path })}
          />
          <SelectField
            label={t`Of several values`}
            name="take"
            value={value.take ?? ''}
            choices={takes}
            onChange={take =>
              change({
                take: (take || undefined) as DeliveryValue['take'],
                // Of all items, not of the one that was clicked.
                ...(take === '' ? {} : { path: value.path?.replaceAll(/\[\d+\]/g, '[*]') }),
              })
            }
          />
        </>
      )}
      {value.constant !== undefined && (
        <TextField
          label={t`Always`}
          name="constant"
          maxLength={2048}
          value={String(value.constant ?? '')}
          onChange={constant => change({ constant })}
        />
      )}
      <SelectField
        label={t`Read as`}
        name="as"
        value={value.as ?? ''}
        choices={kinds}
        onChange={as => change({ as: (as || undefined) as DeliveryValue['as'] })}
      />
      {(value.as === undefined || value.as === 'number') && (
        <TextField
          label={t`Times`}
          name="times"
          type="number"
          step="any"
          note={t`For example 0.01 turns pence into pounds.`}
          value={value.times === undefined ? '' : String(value.times)}
          onChange={times => change({ times: times === '' ? undefined : Number(times) })}
        />
      )}
    </>
  )
}
