import { useQuery } from '@tanstack/react-query'
import { asked } from '../../api/queries.ts'
import { listSources } from '../../api/sources.ts'
import type { Option } from '../../components/form/option.ts'

const RARELY_MS = 60_000

/** The sources that have sent events, the most active first. */
export const useSourceSuggestions = ({ enabled = true } = {}): readonly Option[] | undefined =>
  useQuery({
    queryKey: ['sources'],
    queryFn: ({ signal }) => asked(listSources(signal)),
    select: ({ data }) => data.flatMap(({ source }) => (source === null ? [] : { value: source })),
    staleTime: RARELY_MS,
    enabled,
  }).data
