import type { Happening } from '@millrace/contract/simulation'
import { DurationField } from '../../../components/form/DurationField.tsx'
import { Rows } from '../../../components/form/Rows.tsx'
import { SelectField } from '../../../components/form/SelectField.tsx'
import { TextField } from '../../../components/form/TextField.tsx'
import { t } from '../../../language/words.ts'
import { DateTimeField } from '../panel/DateTimeField.tsx'
import { EventFields } from './EventFields.tsx'
import { GuestForm } from './GuestFields.tsx'
import { freshHappening, type HappeningKind, kindOf, withHappening } from './script.ts'

const kinds: readonly { value: HappeningKind; label: string }[] = [
  { value: 'by', label: t`Some time passes` },
  { value: 'next', label: t`Time passes until the run resumes` },
  { value: 'end', label: t`Time passes until the run finishes` },
  { value: 'to', label: t`Time passes until a date` },
  { value: 'event', label: t`Another event arrives for the guest` },
  { value: 'guest', label: t`The guest changes` },
  { value: 'task', label: t`A task is done` },
  { value: 'click', label: t`The guest clicks a link` },
  { value: 'answer', label: t`The guest answers a question` },
]

const answerChoices = [
  ...[1, 2, 3, 4, 5].map(stars => ({ value: String(stars), label: t`${stars} of 5 stars` })),
  { value: 'true', label: t`Yes` },
  { value: 'false', label: t`No` },
]

const MOST = 200

export interface HappeningFieldsProps {
  value: readonly Happening[]
  onChange(value: Happening[]): void
}

/** What happens during the run, in this order. */
export function HappeningFields({ value, onChange }: HappeningFieldsProps) {
  return (
    <Rows<Happening>
      what={t`Timeline entry`}
      rows={value}
      fewest={0}
      most={MOST}
      fresh={() => freshHappening('by', new Date())}
      onChange={rows => {
        const added = rows.length > value.length ? rows.at(-1) : undefined
        onChange(added === undefined ? rows : withHappening(value, added))
      }}
    >
      {(row, change) => (
        <>
          <SelectField<HappeningKind>
            label={t`What happens`}
            name="kind"
            value={kindOf(row)}
            choices={kinds}
            onChange={kind => change(freshHappening(kind, new Date()))}
          />
          <Particulars happening={row} onChange={change} />
        </>
      )}
    </Rows>
  )
}

function Particulars({ happening, onChange }: { happening: Happening; onChange(value: Happening): void }) {
  if ('event' in happening) {
    return <EventFields value={happening.event} onChange={event => onChange({ event })} />
  }
  if ('guest' in happening) {
    return <GuestForm change value={happening.guest} onChange={guest => onChange({ guest })} />
  }
  if ('task' in happening) {
    return (
      <>
        <TextField
          label={t`Step that created it`}
          name="task"
          maxLength={64}
          note={t`The id of the step, for example create_task_1.`}
          value={happening.task}
          onChange={task => onChange({ ...happening, task })}
        />
        <TextField
          label={t`Done by`}
          note={t`The name that templates show. Optional.`}
          name="by"
          maxLength={200}
          value={happening.by ?? ''}
          onChange={by => onChange({ task: happening.task, ...(by === '' ? {} : { by }) })}
        />
      </>
    )
  }
  if ('click' in happening) {
    const { click, url } = happening
    return (
      <>
        <TextField
          label={t`Step that sent the e-mail`}
          name="click"
          maxLength={64}
          note={t`The id of the step, for example send_email_1.`}
          value={click}
          onChange={id => onChange({ ...happening, click: id })}
        />
        <TextField
          label={t`Address`}
          note={t`Leave blank for any link.`}
          name="url"
          maxLength={2000}
          value={url ?? ''}
          onChange={address => onChange({ click, ...(address === '' ? {} : { url: address }) })}
        />
      </>
    )
  }
  if ('answer' in happening) {
    return (
      <>
        <TextField
          label={t`Step that asked`}
          name="answer"
          maxLength={64}
          note={t`The id of the step, for example send_email_1.`}
          value={happening.answer}
          onChange={answer => onChange({ ...happening, answer })}
        />
        <SelectField
          label={t`Answer`}
          name="value"
          value={String(happening.value)}
          choices={answerChoices}
          onChange={written => onChange({ ...happening, value: JSON.parse(written) })}
        />
      </>
    )
  }
  const { advance } = happening
  if (typeof advance === 'string') return null
  if ('by' in advance) {
    return (
      <DurationField label={t`How long`} value={advance.by} onChange={by => onChange({ advance: { by } })} />
    )
  }
  return (
    <DateTimeField
      label={t`Until`}
      name="to"
      value={advance.to}
      onChange={to => onChange({ advance: { to: to ?? advance.to } })}
    />
  )
}
