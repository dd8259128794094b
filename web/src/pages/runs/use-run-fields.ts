import { useSearchParams } from 'wouter'
import { daysFields } from '../../components/list/days-fields.ts'
import { any, type FilterField } from '../../components/list/filter-field.ts'
import { useGuestField } from '../../features/guest/use-guest-field.ts'
import { outcomeNames, statusNames } from '../../features/run/run-status.ts'
import { useAllWorkflows } from '../../features/workflow/use-all-workflows.ts'
import { useStepOptions } from '../../features/workflow/use-step-options.ts'
import { upperFirst } from '../../language/format.ts'
import { t } from '../../language/words.ts'

export type RunFilterName =
  | 'status'
  | 'outcome'
  | 'workflow_id'
  | 'guest_id'
  | 'node'
  | 'error'
  | 'since'
  | 'until'

const choices = (names: Readonly<Record<string, string>>) => [
  any,
  ...Object.entries(names).map(([value, label]) => ({ value, label: upperFirst(label) })),
]
const statuses = choices(statusNames)
const outcomes = choices(outcomeNames)

/** The filters of runs. Workflows, their steps and guests are chosen by name. */
export function useRunFields(): FilterField<RunFilterName>[] {
  const [params] = useSearchParams()
  const workflows = useAllWorkflows().map(({ id, name }) => ({ value: id, label: name }))
  const steps = useStepOptions(params.get('workflow_id') ?? '')
  const guest = useGuestField()
  return [
    { kind: 'choice', name: 'status', label: t`Status`, choices: statuses },
    { kind: 'choice', name: 'outcome', label: t`Outcome`, choices: outcomes },
    { kind: 'pick', name: 'workflow_id', label: t`Workflow`, placeholder: t`Any`, options: workflows },
    // A step belongs to a workflow: without one there is nothing to choose from.
    steps.length === 0
      ? { kind: 'given', name: 'node', label: t`Step` }
      : { kind: 'pick', name: 'node', label: t`Step`, placeholder: t`Any`, options: steps },
    guest,
    ...daysFields,
    { kind: 'given', name: 'error', label: t`Error` },
  ]
}
