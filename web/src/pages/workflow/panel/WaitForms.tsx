import type { NodeOf } from '@millrace/contract/node'
import { DurationField } from '../../../components/form/DurationField.tsx'
import { Rows } from '../../../components/form/Rows.tsx'
import { SelectField } from '../../../components/form/SelectField.tsx'
import { TextField } from '../../../components/form/TextField.tsx'
import { WeekdayFields } from '../../../components/form/WeekdayFields.tsx'
import { MomentValue } from '../../../features/condition/MomentValue.tsx'
import { withoutUndefined } from '../../../features/condition/without-undefined.ts'
import { t } from '../../../language/words.ts'
import { DateTimeField } from './DateTimeField.tsx'
import { ListenedFields } from './ListenedFields.tsx'
import type { NodeFormProps } from './panel-context.ts'
import { TimeoutField } from './TimeoutField.tsx'

type Until = NodeOf<'wait'>['until']
type Kind = 'after' | 'at' | 'time' | 'open' | 'moment'

const kinds: readonly { value: Kind; label: string }[] = [
  { value: 'after', label: t`For a time` },
  { value: 'time', label: t`Until a time of day, at the venue` },
  { value: 'open', label: t`Until the venue is open` },
  { value: 'moment', label: t`Until a date in the event or the guest` },
  { value: 'at', label: t`Until a date` },
]

const freshMoment = {
  field: 'event.parameters.booked_for',
  before: { amount: 24, unit: 'hours' },
} as const

const begin = (kind: Kind): Until => {
  if (kind === 'after') return { after: { amount: 1, unit: 'days' } }
  if (kind === 'time') return { time: { time: '10:00' } }
  if (kind === 'open') return { open: true }
  if (kind === 'moment') return { moment: freshMoment }
  return { at: new Date().toISOString() }
}

const ifPassed = [
  { value: 'go', label: t`Continue at once` },
  { value: 'apart', label: t`Take another branch` },
] as const

export function WaitForm({ node, onNode, locked }: NodeFormProps<NodeOf<'wait'>>) {
  const { until } = node
  const kind = (['after', 'at', 'time', 'open', 'moment'] as const).find(one => one in until) ?? 'after'
  const change = (next: Until, about?: string) => onNode({ ...node, until: next }, about)
  return (
    <>
      <SelectField
        label={t`Wait`}
        name="until"
        value={kind}
        choices={kinds}
        onChange={next => change(begin(next))}
      />
      {'after' in until && (
        <DurationField
          label={t`How long`}
          value={until.after}
          onChange={after => change({ after }, 'after')}
        />
      )}
      {'at' in until && (
        <DateTimeField
          label={t`Date and time`}
          name="at"
          value={until.at}
          note={t`In your local time.`}
          onChange={at => change({ at: at ?? until.at }, 'at')}
        />
      )}
      {'moment' in until && (
        <MomentValue value={until.moment} onChange={(moment, about) => change({ moment }, about)} />
      )}
      {('at' in until || 'moment' in until) && (
        <SelectField<'go' | 'apart'>
          label={t`If it has passed`}
          name="if_passed"
          value={node.if_passed === undefined ? 'go' : 'apart'}
          choices={ifPassed}
          onChange={choice =>
            onNode(
              withoutUndefined({
                ...node,
                if_passed: choice === 'apart' ? node.next : undefined,
              } as typeof node),
            )
          }
        />
      )}
      {'time' in until && (
        <>
          <TextField
            label={t`Time of day`}
            name="time"
            type="time"
            value={until.time.time}
            onChange={time => change({ time: { ...until.time, time } }, 'time')}
          />
          <WeekdayFields
            value={until.time.weekdays}
            onChange={weekdays =>
              change({ time: withoutUndefined({ ...until.time, weekdays } as typeof until.time) })
            }
          />
        </>
      )}
      {(!('at' in until) || node.moves !== undefined) && (
        <Rows
          what={t`Event that moves it`}
          rows={node.moves ?? []}
          fewest={0}
          most={10}
          fresh={() => ({ source: null })}
          onChange={(moves, about) =>
            onNode(
              withoutUndefined({ ...node, moves: moves.length === 0 ? undefined : moves } as typeof node),
              about,
            )
          }
        >
          {(row, put, place) => (
            <ListenedFields
              row={row}
              condition={t`Only if, move ${place + 1}`}
              locked={locked}
              onChange={put}
            />
          )}
        </Rows>
      )}
    </>
  )
}

export function WaitForEventForm({ node, onNode, locked }: NodeFormProps<NodeOf<'wait_for_event'>>) {
  return (
    <>
      <Rows
        what={t`Event`}
        rows={node.events}
        fewest={1}
        most={10}
        fresh={() => ({ source: null, next: node.timeout.next })}
        onChange={(events, about) => onNode({ ...node, events }, about)}
      >
        {(row, change, place) => (
          <ListenedFields
            row={row}
            condition={t`Only if, event ${place + 1}`}
            locked={locked}
            onChange={change}
          />
        )}
      </Rows>
      <TimeoutField node={node} onNode={onNode} />
    </>
  )
}
