import type { AbsenceRule, DateFact, DateRule } from '@millrace/contract/workflow'
import { CheckField } from '../../../components/form/CheckField.tsx'
import { SelectField } from '../../../components/form/SelectField.tsx'
import { TextField } from '../../../components/form/TextField.tsx'
import { TokensField } from '../../../components/form/TokensField.tsx'
import { NumberField } from '../../../features/condition/NumberFields.tsx'
import { timeType } from '../../../features/condition/time-type.ts'
import { withoutUndefined } from '../../../features/condition/without-undefined.ts'
import { AttributeField } from '../../../features/guest/TagFields.tsx'
import { useSourceSuggestions } from '../../../features/source/use-source-suggestions.ts'
import { t } from '../../../language/words.ts'

const dates = [
  { value: 'attribute', label: t`An attribute of the guest` },
  { value: 'first_visit', label: t`The first visit` },
  { value: 'last_visit', label: t`The last visit` },
] as const

const repeating = [
  { value: 'yearly', label: t`Every year, as a birthday` },
  { value: 'never', label: t`Once, on the date itself` },
] as const

const offsets = ['days_before', 'days_after', 'hours_before', 'hours_after'] as const
type Offset = (typeof offsets)[number]
type When = Offset | 'on'
const whens: readonly { value: When; label: string }[] = [
  { value: 'days_before', label: t`Days before it` },
  { value: 'hours_before', label: t`Hours before it` },
  { value: 'on', label: t`On the day` },
  { value: 'hours_after', label: t`Hours after it` },
  { value: 'days_after', label: t`Days after it` },
]

const isHours = (when: When) => when.startsWith('hours')

/** Hours are counted once, and a visit is known only afterwards. */
const isPossible = (when: When, { fact, repeats }: DateRule) =>
  repeats === 'yearly' ? !isHours(when) : fact === undefined || !when.endsWith('before')

export const freshDate: DateRule = { attribute: 'birthday', repeats: 'yearly', days_before: 7, time: '10:00' }

const noOffset = Object.fromEntries(offsets.map(name => [name, undefined]))

/** The rule so many days or hours before or after its date. */
const movedTo = (rule: DateRule, to: When, by: number): DateRule =>
  withoutUndefined({
    ...rule,
    ...noOffset,
    ...(to === 'on' ? {} : { [to]: by }),
    time: isHours(to) ? undefined : (rule.time ?? freshDate.time),
  } as DateRule)

/** The date of the guest that starts the workflow. */
export function DateTriggerFields({
  value,
  onChange,
}: {
  value: DateRule
  onChange(value: DateRule, about?: string): void
}) {
  const { attribute, fact, repeats, time, if_late } = value
  const change = (part: Partial<{ [K in keyof DateRule]: DateRule[K] | undefined }>, about?: string) =>
    onChange(withoutUndefined({ ...value, ...part } as DateRule), about)
  const when: When = offsets.find(name => value[name] !== undefined) ?? 'on'
  const many = when === 'on' ? 1 : (value[when] ?? 1)
  const choose = (part: Partial<{ [K in keyof DateRule]: DateRule[K] | undefined }>) => {
    const next = withoutUndefined({ ...value, ...part } as DateRule)
    onChange(isPossible(when, next) ? next : movedTo(next, 'on', many))
  }
  return (
    <>
      <SelectField<'attribute' | DateFact>
        label={t`Date`}
        name="date"
        value={fact ?? 'attribute'}
        choices={dates}
        onChange={chosen =>
          chosen === 'attribute'
            ? choose({ fact: undefined, attribute: freshDate.attribute })
            : choose({ attribute: undefined, fact: chosen })
        }
      />
      {fact === undefined && (
        <AttributeField
          label={t`Attribute with the date`}
          placeholder={t`e.g. birthday`}
          note={
            isHours(when)
              ? t`An attribute of the guest, with a date and time such as 2026-05-17T19:30.`
              : t`An attribute of the guest, with a date such as 1990-05-17.`
          }
          value={attribute ?? ''}
          onChange={text => change({ attribute: text }, 'attribute')}
        />
      )}
      <SelectField<DateRule['repeats']>
        label={t`How often`}
        name="repeats"
        value={repeats}
        choices={repeating}
        onChange={chosen => choose({ repeats: chosen })}
      />
      <SelectField<When>
        label={t`When`}
        name="when"
        value={when}
        choices={whens.filter(choice => choice.value === when || isPossible(choice.value, value))}
        onChange={chosen => onChange(movedTo(value, chosen, many))}
      />
      {when !== 'on' && (
        <NumberField
          label={isHours(when) ? t`Hours` : t`Days`}
          value={many}
          onChange={typed => onChange(movedTo(value, when, typed), 'offset')}
        />
      )}
      {isHours(when) ? (
        <LateField if_late={if_late} onChange={change} />
      ) : (
        <DailyFields time={time ?? ''} if_late={if_late} onChange={change} />
      )}
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
  const sources = useSourceSuggestions() ?? []
  return (
    <>
      <NumberField label={t`Days away`} value={value.days} onChange={days => change({ days }, 'days')} />
      <TokensField
        label={t`Sources whose events count as coming back`}
        name="sources"
        placeholder={t`Any visit`}
        note={t`Left empty, it is a visit: an event of a source that is declared to send visits.`}
        options={sources}
        value={value.sources ?? []}
        onChange={named => change({ sources: named.length === 0 ? undefined : named }, 'sources')}
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
        label={t`Time of day`}
        name="time"
        type={timeType(time)}
        note={t`By the clock of the guest’s venue, or else of the organisation.`}
        value={time}
        onChange={text => onChange({ time: text }, 'time')}
      />
      <LateField if_late={if_late} onChange={onChange} />
    </>
  )
}

const LateField = ({
  if_late,
  onChange,
}: {
  if_late: Late | undefined
  onChange(part: { if_late: Late | undefined }): void
}) => (
  <CheckField
    label={t`Start late`}
    note={t`Also for guests who were due while the server was off.`}
    value={if_late === 'start'}
    onChange={checked => onChange({ if_late: checked ? 'start' : undefined })}
  />
)
