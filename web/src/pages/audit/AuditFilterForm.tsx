import type { AuditFilter } from '../../api/dashboard.ts'
import { LateField } from '../../components/form/LateField.tsx'
import { SelectField } from '../../components/form/SelectField.tsx'
import styles from '../../components/list/Filter.module.css'
import { actionChoices } from './actions.ts'

export function AuditFilterForm({
  filter,
  onChange,
}: {
  filter: AuditFilter
  onChange(filter: AuditFilter): void
}) {
  return (
    <search className={styles.filter}>
      <SelectField
        label="What"
        name="action"
        value={filter.action}
        choices={
          actionChoices.some(({ value }) => value === filter.action)
            ? actionChoices
            : [...actionChoices, { value: filter.action, label: filter.action }]
        }
        onChange={action => onChange({ ...filter, action })}
      />
      <LateField
        label="Who"
        name="actor"
        placeholder="An e-mail address"
        value={filter.actor}
        onChange={actor => onChange({ ...filter, actor })}
      />
      <LateField
        label="To what"
        name="subject"
        placeholder="The id of a key, a member, a workflow"
        value={filter.subject}
        onChange={subject => onChange({ ...filter, subject })}
      />
    </search>
  )
}
