import introspect from './oauth/introspect.post.ts'
import revoke from './oauth/revoke.post.ts'
import token from './oauth/token.post.ts'
import livez from './operations/livez.get.ts'
import metrics from './operations/metrics.get.ts'
import readyz from './operations/readyz.get.ts'
import type { Route } from './route.ts'
import getGuest from './v1/guests/id.get.ts'
import listGuests from './v1/guests.get.ts'
import createGuest from './v1/guests.post.ts'
import listVenues from './v1/venues.get.ts'
import getEvent from './v1/workflows/incoming-event/id.get.ts'
import sendEvent from './v1/workflows/incoming-event.post.ts'
import cancelRun from './v1/workflows/workflow-runs/cancel.post.ts'
import getRun from './v1/workflows/workflow-runs/id.get.ts'
import listRuns from './v1/workflows/workflow-runs.get.ts'
import storeRun from './v1/workflows/workflow-runs.post.ts'
import listWorkflows from './v1/workflows.get.ts'
import discovery from './well-known/oauth-authorization-server.get.ts'

export const oauthRoutes: readonly Route[] = [token, revoke, introspect]

export const apiRoutes: readonly Route[] = [
  discovery,
  sendEvent,
  getEvent,
  listWorkflows,
  storeRun,
  listRuns,
  getRun,
  cancelRun,
  createGuest,
  listGuests,
  getGuest,
  listVenues,
  livez,
  readyz,
  metrics,
]
