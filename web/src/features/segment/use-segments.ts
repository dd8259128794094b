import { listSegments } from '@millrace/contract/operations/dashboard/segments'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { asked } from '../../api/queries.ts'
import { useSignedIn } from '../../session/use-session.ts'

export const segmentsKey = ['segments']

const FRESH_MS = 2_000
const SLOW_MS = 30_000

/** All segments. Members who are limited to venues see none: a segment is about guests of every venue. */
export function useSegments() {
  const { serials } = useSignedIn()
  return useQuery({
    queryKey: segmentsKey,
    queryFn: async ({ signal }) => (await asked(call(listSegments, { signal }))).data,
    enabled: serials === null,
    refetchInterval: ({ state: { data, error } }) => {
      if (error !== null) return false
      return data?.some(({ is_counting }) => is_counting) === true ? FRESH_MS : SLOW_MS
    },
  })
}
