import { useQuery } from '@tanstack/react-query'
import { asked } from '../../api/queries.ts'
import { listWorkflows } from '../../api/workflows.ts'
import { readAll } from '../../components/list/read-all.ts'

const everyone = { status: '', name: '' }

/** All workflows, for those who choose or name one: one that is not listed could not be chosen. */
export function useAllWorkflows({ enabled = true } = {}) {
  const { data } = useQuery({
    queryKey: ['workflows', 'names'],
    queryFn: ({ signal }) =>
      asked(readAll((cursor, ended) => listWorkflows(everyone, cursor, ended), signal)),
    staleTime: 60_000,
    enabled,
  })
  return data?.rows ?? []
}
