import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { t } from '../../language/words.ts'
import { variablesOf } from './variables.ts'

export interface InsertValueProps {
  /** Of the field that it is inserted into. */
  label: string
  className: string | undefined
  document: Pick<WorkflowDefinition, 'variables'>
  onInsert(text: string): void
}

/** A choice of the values that a template can show. */
export const InsertValue = ({ label, className, document, onInsert }: InsertValueProps) => (
  <select
    aria-label={t`Insert into ${label}`}
    className={className}
    value=""
    onChange={({ target }) => target.value !== '' && onInsert(`{{ ${target.value} }}`)}
  >
    <option value="">{t`Insert…`}</option>
    {variablesOf(document).map(({ name, about }) => (
      <option key={name} value={name}>
        {name}: {about}
      </option>
    ))}
  </select>
)
