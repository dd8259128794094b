import type { VenueAnswer } from '@millrace/contract/dashboard/venues'
import type { ManagedVenue, NewVenue } from '@millrace/contract/venue'
import type { Static } from 'typebox'
import { call } from '../../api/call.ts'

export const readVenue = (serial: string, signal: AbortSignal) =>
  call<ManagedVenue>(`/venues/${encodeURIComponent(serial)}`, { signal })
export const addVenue = (json: NewVenue) =>
  call<Static<typeof VenueAnswer>>('/venues', { method: 'POST', json })
