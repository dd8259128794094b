import type { NodeOf } from '@millrace/contract/node'
import { ComboField } from '../../../components/form/ComboField.tsx'
import { DurationField } from '../../../components/form/DurationField.tsx'
import { Rows } from '../../../components/form/Rows.tsx'
import { SelectField } from '../../../components/form/SelectField.tsx'
import { withoutUndefined } from '../../../features/condition/without-undefined.ts'
import { useMemberOptions } from '../../../features/member/use-member-options.ts'
import { t } from '../../../language/words.ts'
import { ATTRIBUTE, GuestUpdateFields } from './GuestUpdateFields.tsx'
import { NodeTemplate, NodeText } from './node-fields.tsx'
import type { NodeFormProps } from './panel-context.ts'

export function UpdateGuestForm({ node, onNode }: NodeFormProps<NodeOf<'update_guest'>>) {
  return (
    <Rows
      what={t`Change`}
      rows={node.changes}
      fewest={1}
      most={20}
      fresh={() => ({ field: ATTRIBUTE, value: '' })}
      onChange={(changes, about) => onNode({ ...node, changes }, about)}
    >
      {(row, change) => <GuestUpdateFields update={row} onChange={change} />}
    </Rows>
  )
}

const dueDates = [
  { value: 'none', label: t`No due date` },
  { value: 'within', label: t`Within a time` },
] as const
const freshDue = { amount: 1, unit: 'days' } as const

export function CreateTaskForm(form: NodeFormProps<NodeOf<'create_task'>>) {
  const { node, onNode } = form
  return (
    <>
      <NodeTemplate form={form} field="title" label={t`Title`} channel="text" short />
      <NodeTemplate form={form} field="description" label={t`Description`} channel="text" optional />
      <ComboField
        label={t`Assignee`}
        name="assignee"
        note={t`A member, or a role such as “shift manager”.`}
        options={useMemberOptions()}
        value={node.assignee ?? ''}
        onChange={text =>
          onNode(withoutUndefined({ ...node, assignee: text || undefined } as typeof node), 'assignee')
        }
      />
      <NodeText form={form} field="notify" label={t`Notify by e-mail`} />
      <SelectField<'none' | 'within'>
        label={t`Due date`}
        name="has_due"
        value={node.due === undefined ? 'none' : 'within'}
        choices={dueDates}
        onChange={chosen =>
          onNode(withoutUndefined({ ...node, due: chosen === 'none' ? undefined : freshDue } as typeof node))
        }
      />
      {node.due && (
        <DurationField
          label={t`Due within`}
          value={node.due}
          onChange={due => onNode({ ...node, due }, 'due')}
        />
      )}
    </>
  )
}
