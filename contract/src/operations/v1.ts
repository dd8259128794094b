import { catalogue } from './catalogue.ts'
import { getIncomingEvent, listEvents, sendEvents, sendIncomingEvent } from './v1/events.ts'
import {
  addGuestImportPart,
  cancelGuestImport,
  createGuestImport,
  getGuestImport,
  listGuestImports,
  listRefusedRows,
  startGuestImport,
  undoGuestImport,
} from './v1/guest-imports.ts'
import {
  createGuest,
  getGuest,
  getGuestFacts,
  listGuests,
  mergeGuests,
  patchGuest,
  recordGuest,
  undoMerge,
} from './v1/guests.ts'
import { cancelWorkflowRun, getWorkflowRun, listWorkflowRuns, storeWorkflowRun } from './v1/runs.ts'
import {
  createSegment,
  deleteSegment,
  getSegment,
  listSegmentGuests,
  listSegments,
  patchSegment,
  previewSegment,
} from './v1/segments.ts'
import { createSuppression, getSuppression, liftSuppression, listSuppressions } from './v1/suppressions.ts'
import { listVenues } from './v1/venues.ts'
import { getWorkflow, listWorkflows } from './v1/workflows.ts'

/** What integrators call with a token, in the order of the OpenAPI document. */
export const v1 = catalogue({
  sendIncomingEvent,
  getIncomingEvent,
  sendEvents,
  listEvents,
  listWorkflows,
  getWorkflow,
  storeWorkflowRun,
  listWorkflowRuns,
  getWorkflowRun,
  cancelWorkflowRun,
  createGuest,
  recordGuest,
  listGuests,
  getGuest,
  patchGuest,
  getGuestFacts,
  mergeGuests,
  undoMerge,
  createGuestImport,
  listGuestImports,
  getGuestImport,
  addGuestImportPart,
  startGuestImport,
  cancelGuestImport,
  undoGuestImport,
  listRefusedRows,
  createSegment,
  listSegments,
  previewSegment,
  getSegment,
  patchSegment,
  deleteSegment,
  listSegmentGuests,
  createSuppression,
  listSuppressions,
  getSuppression,
  liftSuppression,
  listVenues,
})
