import { useQuery } from '@tanstack/react-query'
import { asked } from '../../api/queries.ts'
import { readWorkflow } from '../../api/workflows.ts'
import type { Option } from '../../components/form/option.ts'
import { toDocument } from './document.ts'
import { nameOf } from './node-types.ts'

/** The steps of a workflow by name, as its draft has them; none without a workflow. */
export function useStepOptions(workflowId: string): readonly Option[] {
  const { data = [] } = useQuery({
    // Apart from what the editor begins with: that one must not come from a cache.
    queryKey: ['workflow', workflowId, 'steps'],
    queryFn: ({ signal }) => asked(readWorkflow(workflowId, signal)),
    select: ({ draft }) =>
      (toDocument(draft.document)?.nodes ?? []).map(node => ({
        value: node.id,
        label: nameOf(node),
        about: node.id,
      })),
    enabled: workflowId !== '',
    staleTime: 60_000,
    retry: false,
  })
  return data
}
