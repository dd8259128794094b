import { useQuery } from '@tanstack/react-query'
import { asked } from '../../api/queries.ts'
import { listPlaces } from '../../api/workflows.ts'
import type { Option } from '../../components/form/option.ts'

const RARELY_MS = 60_000
const none: readonly string[] = []

/** The folders and tags that workflows have so far. Below their list, so that a change of one shows here. */
export function usePlaces(): { folders: readonly Option[]; tags: readonly Option[] } {
  const { data } = useQuery({
    queryKey: ['workflows', 'places'],
    queryFn: ({ signal }) => asked(listPlaces(signal)),
    staleTime: RARELY_MS,
  })
  const options = (values: readonly string[]) => values.map(value => ({ value }))
  return { folders: options(data?.folders ?? none), tags: options(data?.tags ?? none) }
}
