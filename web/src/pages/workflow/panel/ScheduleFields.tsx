import type { AbsenceRule, DateRule } from '@millrace/contract/workflow'
import { CheckField } from '../../../components/form/CheckField.tsx'
import { SelectField } from '../../../components/form/SelectField.tsx'
import { TextField } from '../../../components/form/TextField.tsx'
import { NumberField } from '../../../features/condition/NumberFields.tsx'
import { timeType } from '../../../features/condition/time-type.ts'
import { withoutUndefined } from '../../../features/condition/without-undefined.ts'

const repeating = [
  { value: 'yearly', label: 'Every year, as a birthday' },
  { value: 'never', label: 'Once, on the date itself' },
] as const

type When = 'before' | 'on' | 'after'
const whens: readonly { value: When; label: string }[] = [
  { value: 'before', label: 'Days before it' },
  { value: 'on', label: 'On the day' },
  { value: 'after', label: 'Days after it' },
]

export const freshDate: DateRule = { attribute: 'birthday', repeats: 'yearly', days_before: 7, time: '10:00' }

/** The date of the guest that starts the workflow. */
export function DateTriggerFields({
  value,
  onChange,
}: {
  value: DateRule
  onChange(value: DateRule, about?: string): void
}) {
  const { attribute, repeats, days_before, days_after, time, if_late } = value
  const change = (part: Partial<{ [K in keyof DateRule]: DateRule[K] | undefined }>, about?: string) =>
    onChange(withoutUndefined({ ...value, ...part } as DateRule), about)
  const when: When = days_before !== undefined ? 'before' : days_after !== undefined ? 'after' : 'on'
  const days = days_before ?? days_after ?? 1
  const move = (to: When, by: number, about?: string) =>
    change(
      { days_before: to === 'before' ? by : undefined, days_after: to === 'after' ? by : undefined },
      about,
    )
  return (
    <>
      <TextField
        label="Attribute with the date"
        name="attribute"
        maxLength={100}
        placeholder="as in birthday"
        note="An attribute of the guest, with a date such as 1990-05-17."
        value={attribute}
        onChange={text => change({ attribute: text }, 'attribute')}
      />
      <SelectField<DateRule['repeats']>
        label="How often"
        name="repeats"
        value={repeats}
        choices={repeating}
        onChange={chosen => change({ repeats: chosen })}
      />
      <SelectField<When>
        label="When"
        name="when"
        value={when}
        choices={whens}
        onChange={chosen => move(chosen, days)}
      />
      {when !== 'on' && (
        <NumberField label="Days" value={days} onChange={typed => move(when, typed, 'days')} />
      )}
      <DailyFields time={time} if_late={if_late} onChange={change} />
    </>
  )
}

export const freshAbsence: AbsenceRule = { days: 60, time: '11:00' }

/** How long a guest stays away before the workflow starts. */
export function AbsenceTriggerFields({
  value,
  onChange,
}: {
  value: AbsenceRule
  onChange(value: AbsenceRule, about?: string): void
}) {
  const change = (part: Partial<{ [K in keyof AbsenceRule]: AbsenceRule[K] | undefined }>, about?: string) =>
    onChange(withoutUndefined({ ...value, ...part } as AbsenceRule), about)
  return (
    <>
      <NumberField
        label="Days without a visit"
        note="Visits are the events of sources that are declared to be visits."
        value={value.days}
        onChange={days => change({ days }, 'days')}
      />
      <DailyFields time={value.time} if_late={value.if_late} onChange={change} />
    </>
  )
}

type Late = 'skip' | 'start'

function DailyFields({
  time,
  if_late,
  onChange,
}: {
  time: string
  if_late: Late | undefined
  onChange(part: { time: string } | { if_late: Late | undefined }, about?: string): void
}) {
  return (
    <>
      <TextField
        label="Time of day"
        name="time"
        type={timeType(time)}
        note="By the clock of the guest’s venue, or else of the organisation."
        value={time}
        onChange={text => onChange({ time: text }, 'time')}
      />
      <CheckField
        label="Start late"
        note="Also for guests who were due while the server was off."
        value={if_late === 'start'}
        onChange={checked => onChange({ if_late: checked ? 'start' : undefined })}
      />
    </>
  )
}
