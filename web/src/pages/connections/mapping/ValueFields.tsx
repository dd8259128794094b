import type { DeliveryValue } from '@millrace/contract/connection-mapping'
import { SelectField } from '../../../components/form/SelectField.tsx'
import { TextField } from '../../../components/form/TextField.tsx'

const kinds = [
  { value: '', label: 'As it is' },
  { value: 'text', label: 'Text' },
  { value: 'number', label: 'Number' },
  { value: 'yes_no', label: 'Yes or no' },
  { value: 'moment', label: 'Time' },
] as const

const takes = [
  { value: '', label: 'The first' },
  { value: 'sum', label: 'Their sum' },
  { value: 'count', label: 'Their number' },
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
            label="Path"
            name="path"
            maxLength={500}
            value={value.path}
            onChange={path => change({ path })}
          />
          <SelectField
            label="Of several values"
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
          label="Always"
          name="constant"
          maxLength={2048}
          value={String(value.constant ?? '')}
          onChange={constant => change({ constant })}
        />
      )}
      <SelectField
        label="Read as"
        name="as"
        value={value.as ?? ''}
        choices={kinds}
        onChange={as => change({ as: (as || undefined) as DeliveryValue['as'] })}
      />
      {(value.as === undefined || value.as === 'number') && (
        <TextField
          label="Times"
          name="times"
          type="number"
          step="any"
          note="For example 0.01 turns pence into pounds."
          value={value.times === undefined ? '' : String(value.times)}
          onChange={times => change({ times: times === '' ? undefined : Number(times) })}
        />
      )}
    </>
  )
}
