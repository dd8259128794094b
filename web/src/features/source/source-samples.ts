import { useQuery } from '@tanstack/react-query'
import { listEvents } from '../../api/management.ts'
import { asked } from '../../api/queries.ts'
import { useDebounced } from '../../components/use-debounced.ts'

export type Sample = string | number | boolean

const RARELY_MS = 60_000
const none: ReadonlyMap<string, Sample> = new Map()

/** What the last events of a source had in each parameter. Empty while none is known. */
export function useSourceSamples(
  named: string | null | undefined,
  { enabled }: { enabled: boolean },
): ReadonlyMap<string, Sample> {
  const source = useDebounced(named)
  const { data } = useQuery({
    queryKey: ['source-samples', source],
    queryFn: ({ signal }) => asked(listEvents({ source: source ?? '' }, null, signal)),
    select: ({ data: events }) => samplesOf(events),
    staleTime: RARELY_MS,
    retry: false,
    enabled: enabled && Boolean(source),
  })
  return data ?? none
}

/** The newest event first; of each parameter the newest value that a person can read. */
export function samplesOf(
  events: readonly { readonly parameters: Readonly<Record<string, unknown>> }[],
): ReadonlyMap<string, Sample> {
  const samples = new Map<string, Sample>()
  for (const { parameters } of events)
    for (const [key, value] of Object.entries(parameters))
      if (!samples.has(key) && isSample(value)) samples.set(key, value)
  return samples
}

const isSample = (value: unknown): value is Sample =>
  typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && value !== '')
