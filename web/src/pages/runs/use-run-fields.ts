import { useQuery } from '@tanstack/react-query'
import { asked } from '../../api/queries.ts'
import { listWorkflows } from '../../api/workflows.ts'
import type { FilterField } from '../../components/list/filter-field.ts'
import { readAll } from '../../components/list/read-all.ts'

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
const RARELY_MS = 60_000

/** The filters of runs. Workflows are offered by name. */
export function useRunFields(): FilterField<RunFilterName>[] {
  const workflows = useQuery({
    queryKey: ['workflows', 'names'],
    queryFn: ({ signal }) =>
      asked(readAll((cursor, ended) => listWorkflows({ status: '', name: '' }, cursor, ended), signal)),
    select: ({ rows }) => rows.map(({ id, name }) => ({ value: id, label: name })),
    staleTime: RARELY_MS,
  })
  return [
    { kind: 'choice', name: 'status', label: 'Status', choices: statuses },
    { kind: 'choice', name: 'outcome', label: 'Outcome', choices: outcomes },
    { kind: 'choice', name: 'workflow_id', label: 'Workflow', choices: [any, ...(workflows.data ?? [])] },
    { kind: 'given', name: 'guest_id', label: 'Guest' },
    { kind: 'given', name: 'node', label: 'Step' },
    { kind: 'given', name: 'error', label: 'Error' },
    { kind: 'given', name: 'since', label: 'Since' },
    { kind: 'given', name: 'until', label: 'Until' },
  ]
}
