import { listVenues } from '@millrace/contract/operations/dashboard/venues'
import type { Success } from '@millrace/contract/operations/operation'
import { useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { call } from '../../api/call.ts'
import { asked } from '../../api/queries.ts'
import { SignedInContext, useIsStaff } from '../../session/use-session.ts'
import { readAll } from '../list/read-all.ts'

type Page = Success<typeof listVenues>

const FRESH_MS = 300_000

// `alone`: a missing session must not open the sign-in prompt just for a time zone.
const askVenues = (cursor: string | null, signal: AbortSignal) =>
  call(listVenues, { query: { limit: '100', cursor }, signal, alone: true })

const zonesOf = ({ rows }: { rows: readonly Page['data'][number][] }): ReadonlyMap<string, string> =>
  new Map(rows.map(({ serial, time_zone }) => [serial, time_zone]))

/** The time zone of a venue, once loaded. The first use loads those of all venues. */
export function useVenueZone(serial: string | undefined): string | undefined {
  const isMember = useContext(SignedInContext) !== undefined
  const isStaff = useIsStaff()
  const { data } = useQuery({
    queryKey: ['venues', 'zones'],
    queryFn: ({ signal }) => asked(readAll(askVenues, signal)),
    enabled: isMember && !isStaff && serial !== undefined,
    staleTime: FRESH_MS,
    select: zonesOf,
  })
  return serial === undefined ? undefined : data?.get(serial)
}
