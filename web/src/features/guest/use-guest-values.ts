import { listGuestValues } from '@millrace/contract/operations/dashboard/guests'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { asked } from '../../api/queries.ts'
import type { Option } from '../../components/form/option.ts'

const RARELY_MS = 60_000
const none: readonly Option[] = []

/** The tags that guests have, and the names of their attributes, to choose from. */
export function useGuestValues({ enabled = true } = {}): {
  tags: readonly Option[]
  attributes: readonly Option[]
} {
  const { data } = useQuery({
    queryKey: ['guests', 'values'],
    queryFn: ({ signal }) => asked(call(listGuestValues, { signal })),
    select: ({ tags, attributes }) => ({
      tags: tags.map(value => ({ value })),
      attributes: attributes.map(value => ({ value })),
    }),
    staleTime: RARELY_MS,
    enabled,
  })
  return data ?? { tags: none, attributes: none }
}
