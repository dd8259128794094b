import type { NodeOf } from '@millrace/contract/node'
import { Rows } from '../../../components/form/Rows.tsx'
import { Note } from '../../../components/Note.tsx'
import { ConditionEditor } from '../../../features/condition/ConditionEditor.tsx'
import { NumberField } from '../../../features/condition/NumberFields.tsx'
import { t } from '../../../language/words.ts'
import { LabelField } from './node-fields.tsx'
import type { NodeFormProps } from './panel-context.ts'

const freshWhen = { field: 'event.parameters.', operator: 'equals', value: '' } as const

export function BranchForm({ node, onNode, locked }: NodeFormProps<NodeOf<'branch'>>) {
  return (
    <Rows
      what={t`Case`}
      rows={node.cases}
      fewest={1}
      most={20}
      fresh={() => ({ when: { ...freshWhen }, next: node.else })}
      onChange={(cases, about) => onNode({ ...node, cases }, about)}
    >
      {(row, change, place) => (
        <>
          <LabelField row={row} onChange={change} />
          <ConditionEditor
            label={t`If, case ${place + 1}`}
            value={row.when}
            locked={locked}
            onChange={when => change({ ...row, when: when ?? { ...freshWhen } }, 'when')}
          />
        </>
      )}
    </Rows>
  )
}

export function SplitForm({ node, onNode }: NodeFormProps<NodeOf<'split'>>) {
  const sum = node.ways.reduce((total, { percent }) => total + percent, 0)
  return (
    <>
      {sum !== 100 && (
        <Note tone="warn">{t`The percentages add up to ${sum}. They must add up to 100.`}</Note>
      )}
      <Rows<NodeOf<'split'>['ways'][number]>
        what={t`Branch`}
        rows={node.ways}
        fewest={2}
        most={10}
        fresh={() => ({ percent: Math.max(1, 100 - sum), next: node.ways[0]?.next ?? '' })}
        onChange={(ways, about) => onNode({ ...node, ways }, about)}
      >
        {(row, change) => (
          <>
            <LabelField row={row} onChange={change} />
            <NumberField
              label={t`Percent`}
              value={row.percent}
              onChange={percent => change({ ...row, percent }, 'percent')}
            />
          </>
        )}
      </Rows>
    </>
  )
}
