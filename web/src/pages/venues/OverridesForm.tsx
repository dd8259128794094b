import type { WorkflowAtVenue } from '@millrace/contract/dashboard/venues'
import { useQueryClient } from '@tanstack/react-query'
import { useSubmit } from '../../api/use-submit.ts'
import { Form } from '../../components/form/Form.tsx'
import { useEdited } from '../../components/form/use-edited.ts'
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
  const { value: rows, change, edited, discard } = useEdited(overrideRowsOf(workflow.variables))
  const submission = useSubmit(
    () => setOwnValues(serial, workflow.workflow_id, { values: overridesOf(rows) }),
    async ({ message }) => {
      toast(message, 'good')
      await queries.invalidateQueries({ queryKey: ['workflows'] })
      discard()
    },
  )
  return (
    <Form submission={submission} action={`Save for ${workflow.name}`} disabled={!edited}>
      {workflow.variables.map(variable => (
        <OverrideFields
          key={variable.key}
          variable={variable}
          row={rows[variable.key]}
          onChange={row => change({ [variable.key]: row })}
          failure={submission.failure}
        />
      ))}
    </Form>
  )
}
