import type { NodeOf } from '@millrace/contract/node'
import { PickField } from '../../../components/form/PickField.tsx'
import { Rows } from '../../../components/form/Rows.tsx'
import { SelectField } from '../../../components/form/SelectField.tsx'
import { TextField } from '../../../components/form/TextField.tsx'
import { FieldPicker } from '../../../features/condition/FieldPicker.tsx'
import { toScalar, toTyped } from '../../../features/condition/typed-scalar.ts'
import styles from '../../../features/condition/ValueFields.module.css'
import { withoutUndefined } from '../../../features/condition/without-undefined.ts'
import { useAllWorkflows } from '../../../features/workflow/use-all-workflows.ts'
import { t } from '../../../language/words.ts'
import { freshFromData, ValueFromDataFields, type ValueType } from '../values/ValueFromDataFields.tsx'
import type { NodeFormProps } from './panel-context.ts'

const origins: readonly { value: Origin; label: string }[] = [
  { value: 'written', label: t`Fixed value` },
  { value: 'field', label: t`A field, unchanged` },
  { value: 'number', label: t`A number from data` },
  { value: 'moment', label: t`A date from data` },
  { value: 'yes_no', label: t`Yes or no from data` },
]
const ifMissing = { note: t`If the value is missing, the parameter is left out.`, choice: t`Leave it out` }

export function StartWorkflowForm({ node, onNode, workflowId }: NodeFormProps<NodeOf<'start_workflow'>>) {
  const others = useAllWorkflows().filter(({ id, status }) => id !== workflowId && status !== 'cancelled')
  return (
    <>
      <PickField
        label={t`Workflow`}
        name="workflow"
        placeholder={t`Choose a workflow`}
        value={node.workflow}
        options={others.map(({ id, name, status }) => ({ value: id, label: name, about: status }))}
        onChange={workflow => onNode({ ...node, workflow })}
      />
      <Rows
        what={t`Parameter`}
        rows={node.parameters ?? []}
        fewest={0}
        most={20}
        fresh={() => ({ key: '', value: '' })}
        onChange={(parameters, about) =>
          onNode(
            withoutUndefined({
              ...node,
              parameters: parameters.length === 0 ? undefined : parameters,
            } as typeof node),
            about,
          )
        }
      >
        {(row, change, place) => (
          <>
            <TextField
              label={t`Name`}
              name="key"
              maxLength={100}
              value={row.key}
              onChange={key => change({ ...row, key }, 'key')}
            />
            <SelectField<Origin>
              label={t`Value`}
              name="origin"
              value={originOf(row.value)}
              choices={origins}
              onChange={origin => change({ ...row, value: freshValue(origin) })}
            />
            <ParameterValue
              label={t`Parameter ${place + 1}`}
              value={row.value}
              onChange={(value, about) => change({ ...row, value }, about)}
            />
          </>
        )}
      </Rows>
    </>
  )
}

type Given = NonNullable<NodeOf<'start_workflow'>['parameters']>[number]['value']
type Origin = 'written' | 'field' | ValueType

const originOf = (value: Given): Origin => {
  if (typeof value !== 'object' || value === null) return 'written'
  return (['field', 'number', 'moment', 'yes_no'] as const).find(origin => origin in value) ?? 'written'
}

const freshValue = (origin: Origin): Given => {
  if (origin === 'written') return ''
  return origin === 'field' ? { field: 'event.parameters.' } : freshFromData[origin]
}

function ParameterValue({
  label,
  value,
  onChange,
}: {
  label: string
  value: Given
  onChange(value: Given, about?: string): void
}) {
  if (typeof value !== 'object' || value === null) {
    return (
      <TextField
        label={t`Text`}
        name="value"
        note={t`You can use Liquid. Numbers, true and false keep their type; put them in quotes to send text.`}
        value={toTyped(value)}
        onChange={typed => onChange(toScalar(typed), 'value')}
      />
    )
  }
  if ('field' in value) {
    return (
      <div className={styles.field}>
        <FieldPicker label={label} value={value.field} onChange={field => onChange({ field }, 'field')} />
      </div>
    )
  }
  return <ValueFromDataFields label={label} value={value} ifMissing={ifMissing} onChange={onChange} />
}
