import type { NodeOf } from '@millrace/contract/node'
import { ComboField } from '../../../components/form/ComboField.tsx'
import { DurationField } from '../../../components/form/DurationField.tsx'
import { Rows } from '../../../components/form/Rows.tsx'
import { withoutUndefined } from '../../../features/condition/without-undefined.ts'
import { useMemberOptions } from '../../../features/member/use-member-options.ts'
import { ATTRIBUTE, GuestUpdateFields } from './GuestUpdateFields.tsx'
import { NodeTemplate, NodeText } from './node-fields.tsx'
import type { NodeFormProps } from './panel-context.ts'

export function UpdateGuestForm({ node, onNode }: NodeFormProps<NodeOf<'update_guest'>>) {
  return (
    <Rows
      what="Change"
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

export function CreateTaskForm(form: NodeFormProps<NodeOf<'create_task'>>) {
  const { node, onNode } = form
  return (
    <>
      <NodeTemplate form={form} field="title" label="Title" channel="text" short />
      <NodeTemplate form={form} field="description" label="Description" channel="text" optional />
      <ComboField
        label="Assignee"
        name="assignee"
        note="A member, or a role such as “shift manager”."
        options={useMemberOptions()}
        value={node.assignee ?? ''}
        onChange={text =>
          onNode(withoutUndefined({ ...node, assignee: text || undefined } as typeof node), 'assignee')
        }
      />
      <NodeText form={form} field="notify" label="Notify by e-mail" />
      <DurationField
        label="Due within"
        value={node.due ?? { amount: 1, unit: 'days' }}
        onChange={due => onNode({ ...node, due }, 'due')}
      />
    </>
  )
}
