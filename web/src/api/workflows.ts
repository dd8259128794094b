import type { DraftConflictAnswer } from '@millrace/contract/dashboard/workflows'
import * as comments from '@millrace/contract/operations/dashboard/comments'
import * as jobs from '@millrace/contract/operations/dashboard/jobs'
import * as simulations from '@millrace/contract/operations/dashboard/simulations'
import * as versions from '@millrace/contract/operations/dashboard/versions'
import * as workflows from '@millrace/contract/operations/dashboard/workflows'
import type { Body, Success } from '@millrace/contract/operations/operation'
import type { SimulationScript } from '@millrace/contract/simulation'
import type { Static } from 'typebox'
import { addressOf, type Filter } from './address.ts'
import { call } from './call.ts'

/** Building workflows: each operation as the pages ask it. */

export type WorkflowFilter = Filter<typeof workflows.listWorkflows>
export const listWorkflows = (filter: WorkflowFilter, cursor: string | null, signal: AbortSignal) =>
  call(workflows.listWorkflows, { query: { ...filter, cursor }, signal })
export const countWorkflows = (filter: Filter<typeof workflows.countWorkflows>, signal: AbortSignal) =>
  call(workflows.countWorkflows, { query: filter, signal })
export const workflowsFile = (filter: WorkflowFilter) =>
  addressOf(workflows.exportWorkflows, { query: { format: 'csv', ...filter } })
export const createWorkflow = (body: Body<typeof workflows.createWorkflow>) =>
  call(workflows.createWorkflow, { body })
export const listPlaces = (signal: AbortSignal) => call(workflows.listWorkflowPlaces, { signal })
export const placeWorkflow = (id: string, body: Body<typeof workflows.placeWorkflow>) =>
  call(workflows.placeWorkflow, { params: { id }, body })
export const listTemplates = (signal: AbortSignal) => call(workflows.listWorkflowTemplates, { signal })

export const readWorkflow = (id: string, signal: AbortSignal) =>
  call(workflows.readWorkflow, { params: { id }, signal })
export const listDueDays = (id: string, signal: AbortSignal) =>
  call(workflows.listDueDays, { params: { id }, signal })
export const listMissedGuests = (id: string, cursor: string | null, signal: AbortSignal) =>
  call(workflows.listMissedGuests, { params: { id }, query: { cursor }, signal })
export const decideMissedGuests = (id: string, body: Body<typeof workflows.decideMissedGuests>) =>
  call(workflows.decideMissedGuests, { params: { id }, body })
export const countNodes = (id: string, signal: AbortSignal) =>
  call(workflows.countNodes, { params: { id }, signal })
export const countInside = (id: string, signal: AbortSignal) =>
  call(workflows.countGuestsInside, { params: { id }, signal })
export const fileAddress = (id: string) => addressOf(workflows.exportWorkflow, { params: { id } })

export const listComments = (id: string, signal: AbortSignal) =>
  call(comments.listComments, { params: { id }, signal })
export const addComment = (id: string, body: Body<typeof comments.addComment>) =>
  call(comments.addComment, { params: { id }, body })
export const changeComment = (id: string, commentId: string, body: Body<typeof comments.changeComment>) =>
  call(comments.changeComment, { params: { id, commentId }, body })
export const deleteComment = (id: string, commentId: string) =>
  call(comments.deleteComment, { params: { id, commentId } })

export const checkLinks = (urls: string[]) => call(workflows.checkLinks, { body: { urls } })

export const testMessage = (id: string, body: Body<typeof workflows.testMessage>) =>
  call(workflows.testMessage, { params: { id }, body })

export type DraftToSend = Body<typeof versions.saveDraft>
export type SavedDraft = Success<typeof versions.saveDraft>
/** What the answer to a save adds when another member saved first. */
export type DraftConflict = Static<typeof DraftConflictAnswer>['current']
export const saveDraft = (id: string, body: DraftToSend) => call(versions.saveDraft, { params: { id }, body })

export const listVersions = (id: string, cursor: string | null, signal: AbortSignal) =>
  call(versions.listVersions, { params: { id }, query: { cursor }, signal })
const one = (id: string, version: number) => ({ id, version: String(version) })
export const readVersion = (id: string, version: number, signal: AbortSignal) =>
  call(versions.readVersion, { params: one(id, version), signal })
/** From the version before it. */
export const readDifference = (id: string, version: number, signal: AbortSignal) =>
  call(versions.readDifference, { params: one(id, version), signal })
export const restoreVersion = (id: string, version: number, revision: number) =>
  call(versions.restoreVersion, { params: one(id, version), body: { revision } })

export const readPublication = (id: string, signal: AbortSignal) =>
  call(versions.readPublication, { params: { id }, signal })
export const publish = (id: string, body: Body<typeof versions.publishDraft>) =>
  call(versions.publishDraft, { params: { id }, body })
export const changeStatus = (id: string, body: Body<typeof workflows.setWorkflowStatus>) =>
  call(workflows.setWorkflowStatus, { params: { id }, body })

/** Stores and sends nothing. Without a document it is the draft as it is saved. */
export const simulate = (
  id: string,
  script: SimulationScript,
  document: Record<string, unknown> | undefined,
) =>
  call(simulations.simulate, {
    params: { id },
    body: { script, ...(document === undefined ? {} : { document }) },
  })
export const listSimulations = (id: string, signal: AbortSignal) =>
  call(simulations.listSimulations, { params: { id }, signal })
export const keepSimulation = (id: string, body: Body<typeof simulations.keepSimulation>) =>
  call(simulations.keepSimulation, { params: { id }, body })
/** What comes of them on the draft as it is saved. */
export const runKeptSimulations = (id: string, signal: AbortSignal) =>
  call(simulations.runKeptSimulations, { params: { id }, signal })
export const deleteSimulation = (id: string, simulationId: string) =>
  call(simulations.deleteSimulation, { params: { id, simulationId } })

export const startComparison = (id: string, days: number) =>
  call(jobs.startComparison, { params: { id }, body: { days } })
/** Everything long that was started for it, newest first. */
export const listJobsOf = (id: string, signal: AbortSignal) =>
  call(jobs.listJobs, { query: { workflow_id: id }, signal })
export const readJob = (id: string, signal: AbortSignal) => call(jobs.readJob, { params: { id }, signal })

export const previewTemplate = (body: Body<typeof workflows.previewTemplate>) =>
  call(workflows.previewTemplate, { body })
