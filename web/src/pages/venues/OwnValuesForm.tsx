import type { WorkflowAtVenue } from '@millrace/contract/dashboard/venues'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSubmit } from '../../api/use-submit.ts'
import { Form } from '../../components/form/Form.tsx'
import { toast } from '../../toasts/toasts.ts'
import { OwnValueFields } from './OwnValueFields.tsx'
import { type OwnRows, ownRowsOf, ownValuesOf } from './own-value.ts'
import { setOwnValues } from './venue-calls.ts'

export interface OwnValuesFormProps {
  serial: string
  workflow: WorkflowAtVenue
}

/** What a venue has of its own in one workflow. Until somebody edits it, it shows what is stored. */
export function OwnValuesForm({ serial, workflow }: OwnValuesFormProps) {
  const queries = useQueryClient()
  const [typed, setTyped] = useState<OwnRows>()
  const rows = typed ?? ownRowsOf(workflow.variables)
  const submission = useSubmit(
    () => setOwnValues(serial, workflow.workflow_id, { values: ownValuesOf(rows) }),
    async ({ message }) => {
      toast(message, 'good')
      await queries.invalidateQueries({ queryKey: ['workflows'] })
      setTyped(undefined)
    },
  )
  return (
    <Form submission={submission} action={`Save for ${workflow.name}`} disabled={typed === undefined}>
      {workflow.variables.map(variable => (
        <OwnValueFields
          key={variable.key}
          variable={variable}
          row={rows[variable.key]}
          onChange={row => setTyped({ ...rows, [variable.key]: row })}
          failure={submission.failure}
        />
      ))}
    </Form>
  )
}
