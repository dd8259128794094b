import { Type } from 'typebox'
import { PageQuery, severalOf } from '../../common.ts'
import { WorkflowAnswer, WorkflowList, workflowStatuses } from '../../workflow.ts'
import { operation } from '../operation.ts'
import { problems } from '../refusals.ts'

export const listWorkflows = operation({
  method: 'GET',
  path: '/v1/workflows',
  access: 'bearer',
  scope: 'management:read',
  heldToVenues: true,
  tags: ['Workflows'],
  summary: 'List workflows',
  description: 'Newest first.',
  query: Type.Object({ ...PageQuery, status: Type.Optional(severalOf(workflowStatuses)) }),
  answers: { 200: WorkflowList, ...problems() },
})

export const getWorkflow = operation({
  method: 'GET',
  path: '/v1/workflows/:workflowId',
  access: 'bearer',
  scope: 'management:read',
  heldToVenues: true,
  tags: ['Workflows'],
  summary: 'Read one workflow',
  answers: { 200: WorkflowAnswer, ...problems(404) },
})
