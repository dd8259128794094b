import { Type } from 'typebox'
import { PageQuery } from '../../common.ts'
import { WorkflowList, WorkflowStatus } from '../../workflow.ts'
import { operation } from '../operation.ts'
import { problems } from '../refusals.ts'

export const listWorkflows = operation({
  method: 'GET',
  path: '/v1/workflows',
  access: 'bearer',
  tags: ['Workflows'],
  summary: 'List workflows',
  description: 'Newest first.',
  query: Type.Object({ ...PageQuery, status: Type.Optional(WorkflowStatus) }),
  answers: { 200: WorkflowList, ...problems() },
})
