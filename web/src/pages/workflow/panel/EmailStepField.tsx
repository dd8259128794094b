import type { WorkflowNode } from '@millrace/contract/node'
import { SelectField } from '../../../components/form/SelectField.tsx'
import { nameOf } from '../../../features/workflow/node-types.ts'
import { t } from '../../../language/words.ts'

export interface EmailStepFieldProps {
  label: string
  value: string
  /** The steps to choose from. */
  steps: readonly WorkflowNode[]
  onChange(id: string): void
}

/** A step of the workflow that sends an e-mail. */
export function EmailStepField({ label, value, steps, onChange }: EmailStepFieldProps) {
  const choices = [
    ...(steps.some(({ id }) => id === value) ? [] : [{ value, label: value || t`Choose an e-mail` }]),
    ...steps.map(one => ({ value: one.id, label: `${nameOf(one)} (${one.id})` })),
  ]
  return <SelectField label={label} name="email" value={value} choices={choices} onChange={onChange} />
}
