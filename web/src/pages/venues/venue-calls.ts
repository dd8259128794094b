import type { OwnValues, VenueAnswer, WorkflowsAtVenue } from '@millrace/contract/dashboard/venues'
import type { Message } from '@millrace/contract/member'
import type { ManagedVenue, NewVenue } from '@millrace/contract/venue'
import type { Static } from 'typebox'
import { call } from '../../api/call.ts'
import { query } from '../../api/query.ts'

const at = (serial: string, rest = '') => `/venues/${encodeURIComponent(serial)}${rest}`

export const readVenue = (serial: string, signal: AbortSignal) => call<ManagedVenue>(at(serial), { signal })
/** Those with variables, and what the venue has of its own in each. */
export const listWorkflowsAt = (serial: string, signal: AbortSignal) =>
  call<Static<typeof WorkflowsAtVenue>>(at(serial, '/workflows'), { signal })
export const setOwnValues = (serial: string, workflowId: string, json: OwnValues) =>
  call<Static<typeof Message>>(at(serial, `/workflows/${workflowId}`), { method: 'PUT', json })
export const addVenue = (json: NewVenue) =>
  call<Static<typeof VenueAnswer>>('/venues', { method: 'POST', json })
/** Where the server writes the list as a file. */
export const venuesFile = (filter: { readonly text: string }) =>
  `/dashboard/api/venues-export${query({ format: 'csv', ...filter })}`
