import type { SourceMeaning } from '@millrace/contract/source'
import { useQuery } from '@tanstack/react-query'
import { asked } from '../../api/queries.ts'
import { listSources } from '../../api/sources.ts'

const RARELY_MS = 60_000

/** What the events of each source are, where a member declared it. */
export const useSourceMeanings = (): ReadonlyMap<string | null, SourceMeaning> | undefined =>
  useQuery({
    queryKey: ['sources'],
    queryFn: ({ signal }) => asked(listSources(signal)),
    select: meaningsOf,
    staleTime: RARELY_MS,
  }).data

const meaningsOf = ({ data }: { data: readonly Meant[] }): ReadonlyMap<string | null, SourceMeaning> =>
  new Map(data.flatMap(({ source, meaning }) => (meaning === null ? [] : [[source, meaning] as const])))

interface Meant {
  readonly source: string | null
  readonly meaning: SourceMeaning | null
}
