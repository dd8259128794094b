import listAudit from './dashboard/audit.get.ts'
import readInvitation from './dashboard/invitation.get.ts'
import acceptInvitation from './dashboard/invitation.post.ts'
import listKeyRequests from './dashboard/keys/requests.get.ts'
import revokeKey from './dashboard/keys/revoke.post.ts'
import rotateKey from './dashboard/keys/rotate.post.ts'
import listKeys from './dashboard/keys.get.ts'
import createKey from './dashboard/keys.post.ts'
import { managementRoutes } from './dashboard/management.ts'
import exportMembers from './dashboard/members/export.get.ts'
import removeMember from './dashboard/members/id.delete.ts'
import changeMember from './dashboard/members/id.patch.ts'
import withdrawInvitation from './dashboard/members/invitations/id.delete.ts'
import inviteMember from './dashboard/members/invitations.post.ts'
import makeResetLink from './dashboard/members/reset-link.post.ts'
import listMembers from './dashboard/members.get.ts'
import changeProfile from './dashboard/profile.patch.ts'
import confirmSession from './dashboard/session/confirm.post.ts'
import readResetLink from './dashboard/session/reset.get.ts'
import resetPassword from './dashboard/session/reset.post.ts'
import signOut from './dashboard/session.delete.ts'
import readSession from './dashboard/session.get.ts'
import chooseOrganisation from './dashboard/session.patch.ts'
import signIn from './dashboard/session.post.ts'
import endSession from './dashboard/sessions/id.delete.ts'
import signOutEverywhere from './dashboard/sessions.delete.ts'
import listSessions from './dashboard/sessions.get.ts'
import readSetupLink from './dashboard/setup.get.ts'
import setUp from './dashboard/setup.post.ts'
import introspect from './oauth/introspect.post.ts'
import revoke from './oauth/revoke.post.ts'
import token from './oauth/token.post.ts'
import livez from './operations/livez.get.ts'
import metrics from './operations/metrics.get.ts'
import readyz from './operations/readyz.get.ts'
import type { OperationsParts } from './parts.ts'
import smsCallback from './public/sms-callback.post.ts'
import askUnsubscribe from './public/unsubscribe.get.ts'
import unsubscribe from './public/unsubscribe.post.ts'
import type { Route, RouteSchema } from './route.ts'
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

/** What every process has, whatever its roles. */
export const operationsRoutes: readonly Route<RouteSchema, OperationsParts>[] = [livez, readyz, metrics]

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
  ...operationsRoutes,
]

/** What the dashboard's pages ask. They grow with the pages, and are no part of the OpenAPI document. */
export const dashboardRoutes: readonly Route[] = [
  readSetupLink,
  setUp,
  signIn,
  readSession,
  chooseOrganisation,
  signOut,
  signOutEverywhere,
  listSessions,
  endSession,
  confirmSession,
  readResetLink,
  resetPassword,
  changeProfile,
  readInvitation,
  acceptInvitation,
  listMembers,
  exportMembers,
  changeMember,
  removeMember,
  makeResetLink,
  inviteMember,
  withdrawInvitation,
  listKeys,
  createKey,
  rotateKey,
  revokeKey,
  listKeyRequests,
  listAudit,
  ...managementRoutes,
]

/** What guests' links and providers ask. They carry their own proof, and are no part of the OpenAPI document. */
export const publicRoutes: readonly Route[] = [askUnsubscribe, unsubscribe, smsCallback]
