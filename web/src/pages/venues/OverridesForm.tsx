import type { WorkflowAtVenue } from '@millrace/contract/dashboard/venues'
import { useQueryClient } from '@tanstack/react-query'
import { Form } from '../../components/form/Form.tsx'
import { useStoredForm } from '../../components/form/use-stored-form.ts'
import { t } from '../../language/words.ts'
import { toast } from '../../toasts/toasts.ts'
import { OverrideFields } from './OverrideFields.tsx'
import { overrideRowsOf, overridesOf } from './overrides.ts'
import { setOwnValues } from './venue-calls.ts'

export interface OverridesFormProps {
  serial: string
  workflow: WorkflowAtVenue
}

/** The overrides of a venue in one workflow. */
export function OverridesForm({ serial, workflow }: OverridesFormProps) {
  const queries = useQueryClient()
  const { value, change, edited, discard, submission } = useStoredForm(
    overrideRowsOf(workflow.variables),
    rows => setOwnValues(serial, workflow.workflow_id, { values: overridesOf(rows) }),
    ({ message }) => {
      toast(message, 'good')
      return queries.invalidateQueries({ queryKey: ['workflows'] })
    },
  )
  return (
    <Form submission={submission} action={t`Save for ${workflow.name}`} unsaved={{ edited, discard }}>
      {workflow.variables.map(variable => (
        <OverrideFields
          key={variable.key}
          variable={variable}
          row={value[variable.key]}
          onChange={row => change({ [variable.key]: row })}
          failure={submission.failure}
        />
      ))}
    </Form>
  )
}
