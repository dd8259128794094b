import type { NodeOf } from '@millrace/contract/node'
import { ConditionEditor } from '../../../features/condition/ConditionEditor.tsx'
import { withoutUndefined } from '../../../features/condition/without-undefined.ts'
import { MatchField } from './MatchField.tsx'
import { LabelField } from './node-fields.tsx'
import { SourceField } from './SourceField.tsx'

type Listened = Omit<NodeOf<'wait_for_event'>['events'][number], 'next'>

/** An event that a run under way listens for. */
export function ListenedFields<Row extends Listened>({
  row,
  condition,
  locked,
  onChange,
}: {
  row: Row
  /** The label of its condition. */
  condition: string
  locked: boolean
  onChange(row: Row, about: string): void
}) {
  const put = (part: Partial<Listened>, about: string) =>
    onChange(withoutUndefined({ ...row, ...part } as Row), about)
  return (
    <>
      <SourceField value={row.source} onChange={source => put({ source }, 'source')} />
      <LabelField row={row} onChange={onChange} />
      <MatchField value={row.match} onChange={match => put({ match } as Partial<Listened>, 'match')} />
      <ConditionEditor
        label={condition}
        value={row.when}
        locked={locked}
        onChange={when => put({ when } as Partial<Listened>, 'when')}
      />
    </>
  )
}
