import type { WorkflowFilter } from '../../api/workflows.ts'
import { LateField } from '../../components/form/LateField.tsx'
import { SelectField } from '../../components/form/SelectField.tsx'
import styles from '../../components/list/Filter.module.css'

const statuses = [
  { value: '', label: 'Any status' },
  { value: 'active', label: 'Active' },
  { value: 'draft', label: 'Draft' },
  { value: 'paused', label: 'Paused' },
  { value: 'cancelled', label: 'Cancelled' },
]

export function WorkflowFilterForm({
  filter,
  onChange,
}: {
  filter: WorkflowFilter
  onChange(filter: WorkflowFilter): void
}) {
  return (
    <search className={styles.filter}>
      <SelectField
        label="Status"
        name="status"
        value={filter.status}
        choices={statuses}
        onChange={status => onChange({ ...filter, status })}
      />
      <LateField
        label="Name"
        name="name"
        placeholder="Part of its name"
        value={filter.name}
        onChange={name => onChange({ ...filter, name })}
      />
    </search>
  )
}
