import { Type } from 'typebox'
import { PageQuery, severalOf, Uuid } from '../../common.ts'
import { RunAnswer, RunList, RunRequest, runStatuses } from '../../run.ts'
import { operation } from '../operation.ts'
import { problems } from '../refusals.ts'
import { writeHeaders, writeQuery } from '../repeatable-write.ts'

export const listWorkflowRuns = operation({
  method: 'GET',
  path: '/v1/workflows/:workflowId/workflow-runs',
  access: 'bearer',
  scope: 'runs:read',
  heldToVenues: true,
  tags: ['Workflows'],
  summary: 'List the runs of a workflow',
  description: 'Newest first.',
  query: Type.Object({
    ...PageQuery,
    status: Type.Optional(severalOf(runStatuses)),
    org_reg_id: Type.Optional(Uuid),
  }),
  answers: { 200: RunList, ...problems(404) },
})

export const storeWorkflowRun = operation({
  method: 'POST',
  path: '/v1/workflows/:workflowId/workflow-runs',
  access: 'bearer',
  scope: 'runs:write',
  heldToVenues: true,
  tags: ['Workflows'],
  summary: 'Store a workflow run',
  description:
    'Starts one workflow for one guest, whatever its trigger conditions, source, venues and re-entry limit ' +
    'say. Consent, do-not-contact, quiet hours and frequency caps still hold at the moment of each send.',
  query: writeQuery,
  headers: writeHeaders,
  body: RunRequest,
  answers: { 201: RunAnswer, ...problems(404, 409, 413, 415, 422) },
})

export const cancelWorkflowRun = operation({
  method: 'POST',
  path: '/v1/workflows/:workflowId/workflow-runs/:runId/cancel',
  access: 'bearer',
  scope: 'runs:write',
  heldToVenues: true,
  tags: ['Workflows'],
  summary: 'Cancel a run',
  description: 'Ends the run where it is. What it did before stays done. No body is needed.',
  headers: writeHeaders,
  answers: { 200: RunAnswer, ...problems(404, 409, 413, 415, 422) },
})

export const getWorkflowRun = operation({
  method: 'GET',
  path: '/v1/workflows/:workflowId/workflow-runs/:runId',
  access: 'bearer',
  scope: 'runs:read',
  heldToVenues: true,
  tags: ['Workflows'],
  summary: 'Read one run',
  answers: { 200: RunAnswer, ...problems(404) },
})
