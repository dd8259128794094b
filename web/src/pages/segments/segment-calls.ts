import * as segments from '@millrace/contract/operations/dashboard/segments'
import type { Body } from '@millrace/contract/operations/operation'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { asked } from '../../api/queries.ts'

export const segmentKey = (id: string) => ['segment', id]

const FRESH_MS = 2_000
const SLOW_MS = 30_000

export const useSegment = (id: string) =>
  useQuery({
    queryKey: segmentKey(id),
    queryFn: async ({ signal }) =>
      (await asked(call(segments.readSegment, { params: { id }, signal }))).segment,
    refetchInterval: ({ state: { data, error } }) => {
      if (error !== null) return false
      return data?.is_counting === true ? FRESH_MS : SLOW_MS
    },
  })

export const listGuests = (id: string, cursor: string | null, signal: AbortSignal) =>
  call(segments.listSegmentGuests, { params: { id }, query: cursor === null ? {} : { cursor }, signal })

export const previewSegment = (body: Body<typeof segments.previewSegment>, signal: AbortSignal) =>
  call(segments.previewSegment, { body, signal })
export const createSegment = (body: Body<typeof segments.createSegment>) =>
  call(segments.createSegment, { body })
export const changeSegment = (id: string, body: Body<typeof segments.changeSegment>) =>
  call(segments.changeSegment, { params: { id }, body })
export const deleteSegment = (id: string) => call(segments.deleteSegment, { params: { id } })
