import { readSettings } from '@millrace/contract/operations/dashboard/settings'
import type { OrganisationSettings } from '@millrace/contract/settings'
import { useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { call } from '../../api/call.ts'
import { asked } from '../../api/queries.ts'
import { SignedInContext, useIsStaff } from '../../session/use-session.ts'

export const settingsKey = ['settings']

export const settingsQuery = {
  queryKey: settingsKey,
  // `alone`: a missing session must not open the sign-in prompt just for a time zone.
  queryFn: ({ signal }: { signal: AbortSignal }) => asked(call(readSettings, { signal, alone: true })),
}

const FRESH_MS = 300_000

/** The settings of the organisation, once loaded. */
export function useSettings(): OrganisationSettings | undefined {
  const isMember = useContext(SignedInContext) !== undefined
  const isStaff = useIsStaff()
  const { data } = useQuery({ ...settingsQuery, enabled: isMember && !isStaff, staleTime: FRESH_MS })
  return data?.settings
}

/** The time zone of the organisation, once loaded. */
export const useZone = (): string | undefined => useSettings()?.time_zone
