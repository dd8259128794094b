import * as venues from '@millrace/contract/operations/dashboard/venues'
import type { Body } from '@millrace/contract/operations/operation'
import { call } from '../../api/call.ts'

export const readVenue = (serial: string, signal: AbortSignal) =>
  call(venues.readVenue, { params: { serial }, signal })
/** Workflows with variables, and the overrides of the venue in each. */
export const listWorkflowsAt = (serial: string, signal: AbortSignal) =>
  call(venues.listWorkflowsAtVenue, { params: { serial }, signal })
export const setOwnValues = (serial: string, workflowId: string, body: Body<typeof venues.setOwnValues>) =>
  call(venues.setOwnValues, { params: { serial, id: workflowId }, body })
export const readVenueActivity = (serial: string, signal: AbortSignal) =>
  call(venues.readVenueActivity, { params: { serial }, signal })
export const addVenue = (body: Body<typeof venues.addVenue>) => call(venues.addVenue, { body })
