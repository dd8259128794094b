import { useQuery } from '@tanstack/react-query'
import { listKeyRequests, listKeys } from '../../api/dashboard.ts'
import { asked } from '../../api/queries.ts'
import { usePages } from '../../api/use-pages.ts'

export const keysKey = ['keys']

export const useKeys = () =>
  useQuery({ queryKey: keysKey, queryFn: ({ signal }) => asked(listKeys(signal)).then(({ data }) => data) })

const FRESH_MS = 2_000

/** Newest first, kept up to date while shown. */
export const useKeyRequests = (clientId: string) =>
  usePages(
    ['key-requests', clientId],
    (cursor, signal) => listKeyRequests(clientId, cursor, signal),
    FRESH_MS,
  )
