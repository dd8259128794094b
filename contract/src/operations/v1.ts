import { catalogue } from './catalogue.ts'
import { getIncomingEvent, sendIncomingEvent } from './v1/events.ts'
import { createGuest, getGuest, listGuests, patchGuest, recordGuest } from './v1/guests.ts'
import { cancelWorkflowRun, getWorkflowRun, listWorkflowRuns, storeWorkflowRun } from './v1/runs.ts'
import { listVenues } from './v1/venues.ts'
import { listWorkflows } from './v1/workflows.ts'

/** What integrators call with a token, in the order of the OpenAPI document. */
export const v1 = catalogue({
  sendIncomingEvent,
  getIncomingEvent,
  listWorkflows,
  storeWorkflowRun,
  listWorkflowRuns,
  getWorkflowRun,
  cancelWorkflowRun,
  createGuest,
  recordGuest,
  listGuests,
  getGuest,
  patchGuest,
  listVenues,
})
