import type { NodeOf } from '@millrace/contract/node'
import { DurationField } from '../../../components/form/DurationField.tsx'
import { Rows } from '../../../components/form/Rows.tsx'
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
      <NodeText
        form={form}
        field="assignee"
        label="Assignee"
        note="A role or a name, for example “shift manager”."
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
