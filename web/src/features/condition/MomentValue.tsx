import type { Duration } from '@millrace/contract/calendar'
import type { MomentFromData } from '@millrace/contract/value'
import { DurationField } from '../../components/form/DurationField.tsx'
import { SelectField } from '../../components/form/SelectField.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { t } from '../../language/words.ts'
import { DataField } from './DataField.tsx'
import { timeType } from './time-type.ts'
import { withoutUndefined } from './without-undefined.ts'

type Side = 'at' | 'before' | 'after'

const sides: readonly { value: Side; label: string }[] = [
  { value: 'before', label: t`Before` },
  { value: 'at', label: t`Exactly then` },
  { value: 'after', label: t`After` },
]

/** A moment that is taken from data: which field, how far before or after, at what time of day. */
export function MomentValue({
  label = t`Date`,
  value,
  onChange,
}: {
  label?: string
  value: MomentFromData
  onChange(value: MomentFromData, about?: string): void
}) {
  const { before, after, time } = value
  const side: Side = before !== undefined ? 'before' : after !== undefined ? 'after' : 'at'
  const length = before ?? after ?? { amount: 1, unit: 'days' }
  const move = (to: Side, by: Duration, about?: string) =>
    onChange(
      withoutUndefined({
        ...value,
        before: to === 'before' ? by : undefined,
        after: to === 'after' ? by : undefined,
      } as MomentFromData),
      about,
    )
  return (
    <>
      <DataField
        label={label}
        value={value.field}
        onChange={field => onChange({ ...value, field }, 'field')}
      />
      <SelectField
        label={t`When`}
        name="side"
        value={side}
        choices={sides}
        onChange={next => move(next, length)}
      />
      {side !== 'at' && (
        <DurationField label={t`How long`} value={length} onChange={by => move(side, by, 'length')} />
      )}
      <TextField
        label={t`Time of day`}
        name="time"
        type={timeType(String(time ?? ''))}
        note={t`By the venue’s clock. Leave blank for the time of the date itself.`}
        value={time ?? ''}
        onChange={next =>
          onChange(withoutUndefined({ ...value, time: next || undefined } as MomentFromData), 'time')
        }
      />
    </>
  )
}
