import type { Condition } from '@millrace/contract/condition'
import type { Exit } from '@millrace/contract/workflow'
import { SelectField } from '../../../components/form/SelectField.tsx'
import { ConditionEditor } from '../../../features/condition/ConditionEditor.tsx'
import { withoutUndefined } from '../../../features/condition/without-undefined.ts'
import { t } from '../../../language/words.ts'
import { OptionalText } from './fields.tsx'
import { MatchField } from './MatchField.tsx'
import { SourceField } from './SourceField.tsx'

const kinds = [
  { value: 'event', label: t`The guest has an event` },
  { value: 'guest', label: t`The guest changes` },
] as const

const freshWhen: Condition = { field: 'guest.tags', operator: 'contains', value: '' }

export const freshExit = (on: Exit['on']): Exit =>
  on === 'event' ? { on, source: null } : { on, when: freshWhen }

export interface ExitFieldsProps {
  value: Exit
  place: number
  locked: boolean
  onChange(value: Exit, about?: string): void
}

/** One exit condition. */
export function ExitFields({ value, place, locked, onChange }: ExitFieldsProps) {
  const put = (part: object, about?: string) =>
    onChange(withoutUndefined({ ...value, ...part } as Exit), about)
  return (
    <>
      <SelectField<Exit['on']>
        label={t`When`}
        name="on"
        value={value.on}
        choices={kinds}
        onChange={on => onChange(freshExit(on))}
      />
      <OptionalText
        label={t`Reason`}
        note={t`Shown with the runs it ends.`}
        value={value.label}
        onChange={label => put({ label }, 'label')}
      />
      {value.on === 'event' && (
        <>
          <SourceField value={value.source} onChange={source => put({ source }, 'source')} />
          <MatchField value={value.match} onChange={match => put({ match }, 'match')} />
        </>
      )}
      <ConditionEditor
        label={t`Only if, exit ${place + 1}`}
        value={value.when}
        locked={locked}
        onChange={when => put({ when: when ?? (value.on === 'guest' ? freshWhen : undefined) }, 'when')}
      />
    </>
  )
}
