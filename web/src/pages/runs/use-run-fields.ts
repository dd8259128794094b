import { useSearchParams } from 'wouter'
import { daysFields } from '../../components/list/days-fields.ts'
import type { FilterField } from '../../components/list/filter-field.ts'
import { useGuestField } from '../../features/guest/use-guest-field.ts'
import { useAllWorkflows } from '../../features/workflow/use-all-workflows.ts'
import { useStepOptions } from '../../features/workflow/use-step-options.ts'

export type RunFilterName =
  | 'status'
  | 'outcome'
  | 'workflow_id'
  | 'guest_id'
  | 'node'
  | 'error'
  | 'since'
  | 'until'

const any = { value: '', label: 'Any' }
const choices = (...values: string[]) => [any, ...values.map(value => ({ value, label: value }))]
const statuses = choices('queued', 'running', 'waiting', 'paused', 'completed', 'failed', 'cancelled')
const outcomes = choices('success', 'failure', 'exited')

/** The filters of runs. Workflows, their steps and guests are chosen by name. */
export function useRunFields(): FilterField<RunFilterName>[] {
  const [params] = useSearchParams()
  const workflows = useAllWorkflows().map(({ id, name }) => ({ value: id, label: name }))
  const steps = useStepOptions(params.get('workflow_id') ?? '')
  const guest = useGuestField()
  return [
    { kind: 'choice', name: 'status', label: 'Status', choices: statuses },
    { kind: 'choice', name: 'outcome', label: 'Outcome', choices: outcomes },
    { kind: 'pick', name: 'workflow_id', label: 'Workflow', placeholder: 'Any', options: workflows },
    // A step belongs to a workflow: without one there is nothing to choose from.
    steps.length === 0
      ? { kind: 'given', name: 'node', label: 'Step' }
      : { kind: 'pick', name: 'node', label: 'Step', placeholder: 'Any', options: steps },
    guest,
    ...daysFields,
    { kind: 'given', name: 'error', label: 'Error' },
  ]
}
