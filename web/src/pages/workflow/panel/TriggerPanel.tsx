import {
  type AbsenceTrigger,
  type BroadcastTrigger,
  type DateTrigger,
  type EventTrigger,
  isScheduled,
  type ReEntry,
  type SegmentTrigger,
  type Trigger,
  type TriggerKind,
  triggerKind,
} from '@millrace/contract/workflow'
import { DurationField } from '../../../components/form/DurationField.tsx'
import { SelectField } from '../../../components/form/SelectField.tsx'
import { ConditionEditor } from '../../../features/condition/ConditionEditor.tsx'
import { withoutUndefined } from '../../../features/condition/without-undefined.ts'
import { VenuesField } from '../../../features/venue/VenuesField.tsx'
import { connect, placeOf, possibleTargets, TRIGGER } from '../../../features/workflow/document.ts'
import { nameOf } from '../../../features/workflow/node-types.ts'
import { t } from '../../../language/words.ts'
import { BroadcastTriggerFields, freshBroadcast } from './BroadcastFields.tsx'
import { Broadcasts } from './Broadcasts.tsx'
import { DueDays } from './DueDays.tsx'
import { Faults } from './Faults.tsx'
import styles from './NodePanel.module.css'
import type { PanelProps } from './panel-context.ts'
import { AbsenceTriggerFields, DateTriggerFields, freshAbsence, freshDate } from './ScheduleFields.tsx'
import { freshSegment, SegmentTriggerFields } from './SegmentFields.tsx'
import { SourceField } from './SourceField.tsx'

type HowOften = 'always' | 'once' | 'within'
const howOften: readonly { value: HowOften; label: string }[] = [
  { value: 'always', label: t`Every time` },
  { value: 'once', label: t`Only once` },
  { value: 'within', label: t`At most once within a time` },
]
const kinds = [
  { value: 'event', label: t`An event` },
  { value: 'date', label: t`A guest’s date, such as a birthday` },
  { value: 'absence', label: t`A guest’s absence` },
  { value: 'segment', label: t`A guest entering or leaving a segment` },
  { value: 'broadcast', label: t`A broadcast to a segment` },
] as const
const hearing = [
  { value: 'directed', label: t`Start this workflow` },
  { value: 'listener', label: t`Start another workflow, and this one as well` },
] as const
const venuesNote = {
  event: t`Leave blank for all venues.`,
  date: t`Only guests who have visited one of them are due. Leave blank for all guests.`,
  absence: t`Only visits to these venues count. Leave blank for all venues.`,
  segment: t`Only for guests who have visited one of them. Leave blank for all guests.`,
  broadcast: t`Only to guests who have visited one of them. Leave blank for all guests.`,
} as const
const per: readonly { value: ReEntry['per']; label: string }[] = [
  { value: 'guest', label: t`per guest` },
  { value: 'guest_and_venue', label: t`per guest and venue` },
]

type Fields = EventTrigger & DateTrigger & AbsenceTrigger & SegmentTrigger & BroadcastTrigger
type Change = Partial<{ [K in keyof Fields]: Fields[K] | undefined }>

const nothing: Change = {
  source: undefined,
  listener: undefined,
  date: undefined,
  absence: undefined,
  segment: undefined,
  broadcast: undefined,
}
const fresh: Record<TriggerKind, Change> = {
  event: { source: null },
  date: { date: freshDate },
  absence: { absence: freshAbsence },
  segment: { segment: freshSegment },
  broadcast: { broadcast: freshBroadcast },
}

/** What starts the workflow, for whom, and how often. */
export function TriggerPanel({
  workflowId,
  document,
  faults,
  locked,
  revision,
  onDocument,
}: PanelProps & { revision: number }) {
  const { trigger } = document
  const own = faults.filter(fault => placeOf(fault) === TRIGGER)
  const targets = possibleTargets(document, TRIGGER)
  const change = (next: Change, about?: string) =>
    onDocument(
      { ...document, trigger: withoutUndefined({ ...trigger, ...next } as Trigger) },
      about && `trigger ${about}`,
    )
  const { source = null, listener } = trigger as Partial<EventTrigger>
  const often: HowOften = !trigger.re_entry ? 'always' : trigger.re_entry.within === null ? 'once' : 'within'
  const chooseOften = (chosen: HowOften) => {
    const kept = trigger.re_entry?.per ?? 'guest'
    if (chosen === 'always') return change({ re_entry: undefined })
    const within = chosen === 'once' ? null : ({ amount: 1, unit: 'days' } as const)
    return change({ re_entry: { within, per: kept } })
  }
  return (
    <>
      <Faults faults={own} />
      <fieldset disabled={locked} className={styles.fields}>
        <SelectField<TriggerKind>
          label={t`Triggered by`}
          name="kind"
          value={triggerKind(trigger)}
          choices={kinds}
          onChange={chosen => change({ ...nothing, ...fresh[chosen] })}
        />
        {'date' in trigger && (
          <DateTriggerFields
            value={trigger.date}
            onChange={(date, about) => change({ date }, about && `date ${about}`)}
          />
        )}
        {'absence' in trigger && (
          <AbsenceTriggerFields
            value={trigger.absence}
            onChange={(absence, about) => change({ absence }, about && `absence ${about}`)}
          />
        )}
        {'segment' in trigger && (
          <SegmentTriggerFields value={trigger.segment} onChange={segment => change({ segment })} />
        )}
        {'broadcast' in trigger && (
          <BroadcastTriggerFields
            value={trigger.broadcast}
            onChange={(broadcast, about) => change({ broadcast }, about && `broadcast ${about}`)}
          />
        )}
        {triggerKind(trigger) === 'event' && (
          <SourceField value={source} onChange={named => change({ source: named }, 'source')} />
        )}
        {triggerKind(trigger) === 'event' && (source !== null || listener) && (
          <SelectField<'directed' | 'listener'>
            label={t`Events of this source`}
            name="listener"
            value={listener ? 'listener' : 'directed'}
            choices={hearing}
            onChange={chosen => change({ listener: chosen === 'listener' || undefined })}
          />
        )}
        <ConditionEditor
          label={t`Only if`}
          value={trigger.when}
          locked={locked}
          onChange={when => change({ when }, 'when')}
        />
        <VenuesField
          label={t`Only at these venues`}
          note={venuesNote[triggerKind(trigger)]}
          value={trigger.venues}
          onChange={venues => change({ venues }, 'venues')}
        />
        <SelectField
          label={t`How often a guest can enter`}
          name="re_entry"
          value={often}
          choices={howOften}
          onChange={chooseOften}
        />
        {trigger.re_entry?.within && (
          <DurationField
            label={t`At most once within`}
            value={trigger.re_entry.within}
            onChange={within =>
              change({ re_entry: { per: trigger.re_entry?.per ?? 'guest', within } }, 're_entry')
            }
          />
        )}
        {trigger.re_entry && (
          <SelectField
            label={t`Counted`}
            name="per"
            value={trigger.re_entry.per}
            choices={per}
            onChange={chosen =>
              change({ re_entry: { within: trigger.re_entry?.within ?? null, per: chosen } })
            }
          />
        )}
        <SelectField
          label={t`Then`}
          name="start"
          value={targets.some(({ id }) => id === document.start) ? document.start : ''}
          choices={[
            { value: '', label: t`no step yet` },
            ...targets.map(one => ({ value: one.id, label: `${nameOf(one)} (${one.id})` })),
          ]}
          onChange={to => onDocument(connect(document, { from: TRIGGER, handle: 'next' }, to))}
        />
      </fieldset>
      {'broadcast' in trigger && (
        <Broadcasts
          workflowId={workflowId}
          draft={{ revision, isWhole: faults.length === 0 }}
          locked={locked}
        />
      )}
      {isScheduled(trigger) && !('broadcast' in trigger) && <DueDays workflowId={workflowId} />}
    </>
  )
}
