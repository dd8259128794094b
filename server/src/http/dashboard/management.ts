import type { Route } from '../route.ts'
import exportEvents from './events/export.get.ts'
import readEvent from './events/id.get.ts'
import readUnrouted from './events/unrouted.get.ts'
import listEvents from './events.get.ts'
import sendTestEvent from './events.post.ts'
import exportGuest from './guests/data.get.ts'
import eraseGuest from './guests/erase.post.ts'
import exportGuests from './guests/export.get.ts'
import readGuest from './guests/id.get.ts'
import changeGuest from './guests/id.patch.ts'
import adjustPoints from './guests/points.post.ts'
import readTimeline from './guests/timeline.get.ts'
import searchGuests from './guests.get.ts'
import registerGuest from './guests.post.ts'
import readHome from './home.get.ts'
import listenLive from './live.get.ts'
import exportMessages from './outbox/export.get.ts'
import drawMessage from './outbox/html.get.ts'
import readMessage from './outbox/id.get.ts'
import listMessages from './outbox.get.ts'
import cancelRuns from './runs/bulk-cancel.post.ts'
import retryRuns from './runs/bulk-retry.post.ts'
import cancelOwnRun from './runs/cancel.post.ts'
import countRuns from './runs/count.get.ts'
import exportRuns from './runs/export.get.ts'
import inspectRun from './runs/id.get.ts'
import retryRun from './runs/retry.post.ts'
import listOwnRuns from './runs.get.ts'
import sendTestEmail from './settings/test-email.post.ts'
import sendTestSms from './settings/test-sms.post.ts'
import sendTestWebhook from './settings/test-webhook.post.ts'
import rotateWebhookSecret from './settings/webhook-secret.post.ts'
import readSettings from './settings.get.ts'
import saveSettings from './settings.put.ts'
import readSource from './sources/detail.get.ts'
import listSources from './sources.get.ts'
import changeTask from './tasks/id.patch.ts'
import listTasks from './tasks.get.ts'
import previewTemplate from './template-preview.post.ts'
import cancelUndertaking from './undertakings/cancel.post.ts'
import readUndertaking from './undertakings/id.get.ts'
import listUndertakings from './undertakings.get.ts'
import exportVenues from './venues/export.get.ts'
import readVenue from './venues/serial.get.ts'
import changeVenue from './venues/serial.patch.ts'
import listWorkflowsAtVenue from './venues/workflows.get.ts'
import setOwnValues from './venues/workflows.put.ts'
import listOwnVenues from './venues.get.ts'
import addVenue from './venues.post.ts'
import listWorkflowTemplates from './workflow-templates.get.ts'
import startComparison from './workflows/comparison.post.ts'
import saveDraft from './workflows/draft.put.ts'
import exportWorkflows from './workflows/export.get.ts'
import exportWorkflow from './workflows/file.get.ts'
import readWorkflow from './workflows/id.get.ts'
import countGuestsInside from './workflows/inside.get.ts'
import countNodes from './workflows/nodes.get.ts'
import readPublication from './workflows/publication.get.ts'
import publishDraft from './workflows/publish.post.ts'
import estimatePush from './workflows/push.get.ts'
import startPush from './workflows/push.post.ts'
import simulate from './workflows/simulate.post.ts'
import deleteSimulation from './workflows/simulations/id.delete.ts'
import runKeptSimulations from './workflows/simulations/results.get.ts'
import listSimulations from './workflows/simulations.get.ts'
import keepSimulation from './workflows/simulations.post.ts'
import setWorkflowStatus from './workflows/status.post.ts'
import validateDraft from './workflows/validate.post.ts'
import readDifference from './workflows/versions/difference.get.ts'
import restoreVersion from './workflows/versions/restore.post.ts'
import readVersion from './workflows/versions/version.get.ts'
import listVersions from './workflows/versions.get.ts'
import listOwnWorkflows from './workflows.get.ts'
import createWorkflow from './workflows.post.ts'

/** What members do with workflows, guests, venues and everything that happened. */
export const managementRoutes: readonly Route[] = [
  readHome,
  listenLive,
  listOwnWorkflows,
  exportWorkflows,
  createWorkflow,
  listWorkflowTemplates,
  previewTemplate,
  readWorkflow,
  saveDraft,
  validateDraft,
  readPublication,
  publishDraft,
  setWorkflowStatus,
  listVersions,
  readVersion,
  readDifference,
  restoreVersion,
  exportWorkflow,
  countGuestsInside,
  countNodes,
  simulate,
  listSimulations,
  keepSimulation,
  deleteSimulation,
  runKeptSimulations,
  estimatePush,
  startPush,
  startComparison,
  listOwnRuns,
  exportRuns,
  countRuns,
  inspectRun,
  cancelOwnRun,
  retryRun,
  retryRuns,
  cancelRuns,
  listEvents,
  exportEvents,
  sendTestEvent,
  readEvent,
  readUnrouted,
  searchGuests,
  registerGuest,
  readGuest,
  changeGuest,
  readTimeline,
  adjustPoints,
  eraseGuest,
  exportGuest,
  exportGuests,
  listOwnVenues,
  exportVenues,
  addVenue,
  readVenue,
  changeVenue,
  listWorkflowsAtVenue,
  setOwnValues,
  readSettings,
  saveSettings,
  sendTestEmail,
  sendTestSms,
  sendTestWebhook,
  rotateWebhookSecret,
  listMessages,
  exportMessages,
  readMessage,
  drawMessage,
  listTasks,
  changeTask,
  listSources,
  readSource,
  listUndertakings,
  readUndertaking,
  cancelUndertaking,
]
