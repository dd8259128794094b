import type { NodeOf } from '@millrace/contract/node'
import { DurationField } from '../../../components/form/DurationField.tsx'
import { Rows } from '../../../components/form/Rows.tsx'
import { SelectField } from '../../../components/form/SelectField.tsx'
import { TextField } from '../../../components/form/TextField.tsx'
import { toScalar, toTyped } from '../values/typed-scalar.ts'
import { NodeTemplate, NodeText } from './node-fields.tsx'
import type { NodeFormProps } from './panel-context.ts'

const ATTRIBUTE = 'attributes.'
const guestFields = [
  { value: ATTRIBUTE, label: 'Attribute …' },
  { value: 'name', label: 'Name' },
  { value: 'email', label: 'E-mail' },
  { value: 'phone', label: 'Phone' },
  { value: 'email_consent', label: 'Agreed to e-mail' },
  { value: 'sms_consent', label: 'Agreed to SMS' },
  { value: 'do_not_contact', label: 'Not to be contacted' },
]

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
      {(row, change) => {
        const isAttribute = row.field.startsWith(ATTRIBUTE)
        return (
          <>
            <SelectField
              label="Field"
              name="field"
              value={isAttribute ? ATTRIBUTE : row.field}
              choices={guestFields}
              onChange={field => change({ ...row, field })}
            />
            {isAttribute && (
              <TextField
                label="Name of the attribute"
                name="attribute"
                maxLength={100}
                value={row.field.slice(ATTRIBUTE.length)}
                onChange={key => change({ ...row, field: ATTRIBUTE + key }, 'field')}
              />
            )}
            <TextField
              label="New value"
              name="value"
              note="A text may have Liquid in it. Numbers, true and false are what they look like; in quotes they are texts."
              value={toTyped(row.value)}
              onChange={typed => change({ ...row, value: toScalar(typed) }, 'value')}
            />
          </>
        )
      }}
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
        label="Who does it"
        note="A role or a name, as in “shift manager”."
      />
      <NodeText form={form} field="notify" label="Told by e-mail as well" />
      <DurationField
        label="Due within"
        value={node.due ?? { amount: 1, unit: 'days' }}
        onChange={due => onNode({ ...node, due }, 'due')}
      />
    </>
  )
}
