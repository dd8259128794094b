import type { NodeOf } from '@millrace/contract/node'
import { ComboField } from '../../../components/form/ComboField.tsx'
import { DurationField } from '../../../components/form/DurationField.tsx'
import { Rows } from '../../../components/form/Rows.tsx'
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
      <DurationField
        label={t`Due within`}
        value={node.due ?? { amount: 1, unit: 'days' }}
        onChange={due => onNode({ ...node, due }, 'due')}
      />
    </>
  )
}
