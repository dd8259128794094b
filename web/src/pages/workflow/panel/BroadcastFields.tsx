import type { BroadcastEvery, BroadcastRule, Pace } from '@millrace/contract/broadcast'
import { CheckField } from '../../../components/form/CheckField.tsx'
import { SelectField } from '../../../components/form/SelectField.tsx'
import { TextField } from '../../../components/form/TextField.tsx'
import { WeekdayFields } from '../../../components/form/WeekdayFields.tsx'
import { NumberField } from '../../../features/condition/NumberFields.tsx'
import { timeType } from '../../../features/condition/time-type.ts'
import { withoutUndefined } from '../../../features/condition/without-undefined.ts'
import { meaning, t } from '../../../language/words.ts'
import { SegmentSelect } from './SegmentSelect.tsx'

type When = 'hand' | 'once' | 'weekdays' | 'month_weekday' | 'month_day'
const whens: readonly { value: When; label: string }[] = [
  { value: 'hand', label: t`When a member sends it` },
  { value: 'once', label: t`Once, on a date` },
  { value: 'weekdays', label: t`On days of the week` },
  { value: 'month_weekday', label: t`On a weekday of each month` },
  { value: 'month_day', label: t`On a day of each month` },
]
const weeks = [
  { value: 'first', label: t`First week of the month` },
  { value: 'second', label: t`Second week of the month` },
  { value: 'third', label: t`Third week of the month` },
  { value: 'fourth', label: t`Fourth week of the month` },
  { value: 'last', label: t`Last week of the month` },
] as const
const clocks = [
  { value: 'organisation', label: t`The organisation’s` },
  { value: 'venue', label: t`Each guest’s venue’s` },
] as const
const paces = [
  { value: 'none', label: t`As fast as possible` },
  { value: 'minute', label: t`Guests a minute` },
  { value: 'hour', label: t`Guests an hour` },
] as const

export const freshBroadcast: BroadcastRule = { segment: '' }

const TIME = '10:00'
const MONDAY = 1

/** What another choice begins with. */
function freshTime(when: When, time: string): Pick<BroadcastRule, 'once' | 'every'> {
  switch (when) {
    case 'hand':
      return {}
    case 'once':
      return { once: { date: '', time } }
    case 'weekdays':
      return { every: { weekdays: [MONDAY], time } }
    case 'month_weekday':
      return { every: { weekdays: [MONDAY], week: 'first', time } }
    case 'month_day':
      return { every: { month_day: 1, time } }
  }
}

function whenOf({ once, every }: BroadcastRule): When {
  if (once !== undefined) return 'once'
  if (every === undefined) return 'hand'
  if (every.month_day !== undefined) return 'month_day'
  return every.week === undefined ? 'weekdays' : 'month_weekday'
}

type Change = Partial<{ [K in keyof BroadcastRule]: BroadcastRule[K] | undefined }>

/** To whom a broadcast goes, when, by which clock, and how fast. */
export function BroadcastTriggerFields({
  value,
  onChange,
}: {
  value: BroadcastRule
  onChange(value: BroadcastRule, about?: string): void
}) {
  const { segment, once, every, clock, pace, if_late } = value
  const change = (part: Change, about?: string) =>
    onChange(withoutUndefined({ ...value, ...part } as BroadcastRule), about)
  const changeEvery = (part: Partial<BroadcastEvery>, about?: string) =>
    change({ every: { ...(every ?? { time: TIME }), ...part } }, about)
  const when = whenOf(value)
  const time = once?.time ?? every?.time ?? TIME
  const setTime = (text: string) =>
    change(once ? { once: { ...once, time: text } } : { every: { ...every, time: text } }, 'time')
  return (
    <>
      <SegmentSelect value={segment} onChange={chosen => change({ segment: chosen })} />
      <SelectField<When>
        label={t`When`}
        name="when"
        value={when}
        choices={whens}
        onChange={chosen =>
          change({
            once: undefined,
            every: undefined,
            ...freshTime(chosen, time),
            ...(chosen === 'hand' ? { clock: undefined, if_late: undefined } : {}),
          })
        }
      />
      {once && (
        <TextField
          label={t`Date`}
          name="date"
          type={/^(\d{4}-\d{2}-\d{2})?$/.test(once.date) ? 'date' : 'text'}
          value={once.date}
          onChange={date => change({ once: { ...once, date } }, 'date')}
        />
      )}
      {every?.week !== undefined && (
        <SelectField<NonNullable<BroadcastEvery['week']>>
          label={t`Week`}
          name="week"
          value={every.week}
          choices={weeks}
          onChange={week => changeEvery({ week })}
        />
      )}
      {every && every.month_day === undefined && (
        <WeekdayFields
          {...(every.week === undefined ? {} : { legend: meaning('days')`On` })}
          value={every.weekdays}
          onChange={weekdays => change({ every: withoutUndefined({ ...every, weekdays } as BroadcastEvery) })}
        />
      )}
      {every?.month_day !== undefined && (
        <NumberField
          label={t`Day of the month`}
          note={t`In a shorter month, its last day.`}
          value={every.month_day}
          onChange={month_day => changeEvery({ month_day }, 'month_day')}
        />
      )}
      {when !== 'hand' && (
        <>
          <TextField
            label={t`Time of day`}
            name="time"
            type={timeType(time)}
            value={time}
            onChange={setTime}
          />
          <SelectField<'organisation' | 'venue'>
            label={t`By which clock`}
            name="clock"
            note={t`A guest’s venue is the one that they visited last.`}
            value={clock ?? 'organisation'}
            choices={clocks}
            onChange={chosen => change({ clock: chosen === 'venue' ? chosen : undefined })}
          />
          <CheckField
            label={t`Start late`}
            note={t`Also if the server was off at that time.`}
            value={if_late === 'start'}
            onChange={checked => change({ if_late: checked ? 'start' : undefined })}
          />
        </>
      )}
      <SelectField<'none' | Pace['per']>
        label={t`Pace`}
        name="pace"
        value={pace?.per ?? 'none'}
        choices={paces}
        onChange={chosen =>
          change({ pace: chosen === 'none' ? undefined : { guests: pace?.guests ?? 500, per: chosen } })
        }
      />
      {pace && (
        <NumberField
          label={t`Guests at most`}
          value={pace.guests}
          onChange={guests => change({ pace: { ...pace, guests } }, 'pace')}
        />
      )}
    </>
  )
}
