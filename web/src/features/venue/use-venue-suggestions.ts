import { useQuery } from '@tanstack/react-query'
import { listVenues } from '../../api/management.ts'
import { asked } from '../../api/queries.ts'
import type { Option } from '../../components/form/option.ts'
import { readAll } from '../../components/list/read-all.ts'

const RARELY_MS = 60_000

/** The venues that the member sees, by code and name. */
export const useVenueSuggestions = ({ enabled = true } = {}): readonly Option[] | undefined =>
  useQuery({
    queryKey: ['venues', 'names'],
    queryFn: ({ signal }) =>
      asked(readAll((cursor, ended) => listVenues({ text: '' }, cursor, ended), signal)),
    select: ({ rows }) => rows.map(({ serial, name }) => ({ value: serial, label: name })),
    staleTime: RARELY_MS,
    enabled,
  }).data
